import type { ToastTone } from "./dismiss-timer.ts";
import type { InlineToastContent } from "./inline-toast.tsx";

let shown: InlineToastContent | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

export function notifySuccess(title: string, line?: string): void {
  notify("good", title, line);
}

/** Shows that there was nothing to do. */
export function notifyNothingDone(title: string, line: string): void {
  notify("plain", title, line);
}

/** Shows that something failed, at once and for longer. */
export function notifyError(title: string, line?: string): void {
  notify("bad", title, line);
}

/** Removes the messages of an earlier step or attempt. */
export function dismissToast(): void {
  show(undefined);
}

/** Shows one toast at a time: a new one replaces the previous one. */
function notify(tone: ToastTone, title: string, line: string | undefined): void {
  lastId += 1;
  show({ id: lastId, tone, title, line });
}

function show(toast: InlineToastContent | undefined): void {
  shown = toast;
  for (const listener of listeners) listener();
}

export function readToast(): InlineToastContent | undefined {
  return shown;
}

export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // A toast does not outlive the page on which it was shown.
    if (listeners.size === 0) shown = undefined;
  };
}
