import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { ToastTone } from "./dismiss-timer.ts";
import { keepClear } from "./keep-clear.ts";
import { ToastCard } from "./toast-card.tsx";

export interface InlineToastContent {
  /** A new id for every message, even if the text is the same. */
  id: number;
  tone: ToastTone;
  title: string;
  line?: string | undefined;
  /** Whether it is not read out, because the focused element says the same. */
  silent?: boolean | undefined;
}

/** What a person does next is a new attempt: a button, a link, a form, a choice. */
const attempts = {
  click: "button, a[href]",
  submit: "form",
  change: "select, [type=checkbox], [type=radio]",
};

/**
 * The toast of a page, in a region that Alt+T moves the focus to. The toast itself is the live region. The one around it
 * is off, which also keeps dialogs from hiding it. An error is about the last attempt, so the next one removes it.
 */
export function InlineToast({
  toast,
  name = "Notifications",
  dismissLabel,
  onDismiss,
}: {
  toast: InlineToastContent | undefined;
  /** What the region is called, for people who can't see it. */
  name?: string;
  dismissLabel?: string;
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

  const id = toast?.id;
  useLayoutEffect(() => {
    return id === undefined || region.current === null ? undefined : keepClear(region.current);
  }, [id]);

  const isError = toast?.tone === "bad";
  const dismiss = useEffectEvent(onDismiss);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is removed by what follows it
  useEffect(() => {
    if (!isError) return;
    const stop = new AbortController();
    // The events of the attempt that has just failed come first: a click on a button also submits.
    const timer = setTimeout(() => {
      for (const [event, places] of Object.entries(attempts)) {
        const remove = ({ target }: Event) => {
          if (!(target instanceof Element) || region.current?.contains(target)) return;
          if (target.closest(places)) dismiss();
        };
        document.addEventListener(event, remove, { capture: true, signal: stop.signal });
      }
    });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isError, id]);

  return (
    <section className="inline-toasts" aria-label={name} aria-live="off" tabIndex={-1} ref={region}>
      {toast && (
        <ToastCard key={toast.id} {...toast} dismissLabel={dismissLabel} onDismiss={onDismiss} />
      )}
    </section>
  );
}
