import { useEffect, useEffectEvent, useRef } from "react";
import { notifySuccess } from "#web/ui/toasts/toast.ts";

/** In the tab in which the owner paid and in the one that opened it. */
export function useUnlockNotification(
  isLocked: boolean | undefined,
  { hasPaid, onRead }: { hasPaid: boolean; onRead: () => void },
): void {
  const wasLocked = useRef(hasPaid);
  const read = useEffectEvent(onRead);

  useEffect(() => {
    if (isLocked === undefined) return;
    const isNews = wasLocked.current && !isLocked;
    wasLocked.current = isLocked;
    if (!isNews) return;
    notifySuccess("Your reflections are unlocked");
    // The dialog, or the button that had the focus, is gone, so the heading gets the focus.
    const heading = document.querySelector<HTMLElement>("main h1");
    if (document.activeElement === document.body) heading?.focus({ preventScroll: true });
    read();
  }, [isLocked]);
}
