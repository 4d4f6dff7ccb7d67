import { useEffect, useRef } from "react";
import type { ToastTone } from "./dismiss-timer.ts";
import { ToastCard } from "./toast-card.tsx";

export interface InlineToastContent {
  /** A new id for every message, even if the text is the same. */
  id: number;
  tone: ToastTone;
  title: string;
  line?: string;
  /** Whether it is not read out, because the focused element says the same. */
  silent?: boolean | undefined;
}

/** A toast without the toast library, for the invitee's and the public pages. The toast itself is the live region. */
export function InlineToast({
  toast,
  onDismiss,
}: {
  toast: InlineToastContent | undefined;
  onDismiss: () => void;
}) {
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    function focusRegion(event: KeyboardEvent) {
      if (event.altKey && event.code === "KeyT") region.current?.focus();
    }
    document.addEventListener("keydown", focusRegion);
    return () => document.removeEventListener("keydown", focusRegion);
  }, []);

  return (
    <section className="inline-toasts" aria-label="Notifications" tabIndex={-1} ref={region}>
      {toast && <ToastCard key={toast.id} {...toast} onDismiss={onDismiss} />}
    </section>
  );
}
