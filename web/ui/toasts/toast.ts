import { createElement } from "react";
import { toast } from "sonner";
import type { ToastTone } from "./dismiss-timer.ts";
import { ToastCard } from "./toast-card.tsx";

let shown: string | number | undefined;

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
  if (shown !== undefined) toast.dismiss(shown);
  shown = undefined;
}

/** Shows one toast at a time: a new one replaces the previous one. */
function notify(tone: ToastTone, title: string, line: string | undefined): void {
  dismissToast();
  shown = toast.custom(
    (id) => createElement(ToastCard, { tone, title, line, onDismiss: () => toast.dismiss(id) }),
    // The card has its own timer, because the library's does not pause while it has the focus.
    { duration: Number.POSITIVE_INFINITY },
  );
}
