import { useEffect, useEffectEvent, useState } from "react";

/** `plain`: something was asked for, and there was nothing to do. */
export type ToastTone = "good" | "plain" | "bad";

const successSeconds = 5;
const errorSeconds = 10;

/**
 * Dismisses a message after 5 seconds, or an error after 10, but not while the pointer is on it or it contains the
 * focus. Spread the result on the element.
 */
export function useDismissTimer(tone: ToastTone, onDismiss: () => void) {
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const dismiss = useEffectEvent(onDismiss);
  const running = !held.pointer && !held.focus;

  useEffect(() => {
    if (!running) return;
    const seconds = tone === "bad" ? errorSeconds : successSeconds;
    const timer = setTimeout(() => dismiss(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [running, tone]);

  return {
    onPointerEnter: () => setHeld((before) => ({ ...before, pointer: true })),
    onPointerLeave: () => setHeld((before) => ({ ...before, pointer: false })),
    onFocus: () => setHeld((before) => ({ ...before, focus: true })),
    onBlur: () => setHeld((before) => ({ ...before, focus: false })),
  };
}
