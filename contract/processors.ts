/** The processor name for the server itself: its own engine, or a model on the same machine. */
export const here = "here";

/**
 * Who may process a submission, given the current processor `now` and the one the author was `told` about: the
 * page's short statement when it was opened; null: none. If they differ, only the server itself may; if either
 * is null, no one may.
 */
export function agreedProcessor(told: string | null, now: string | null): string | null {
  if (told === now) return now;
  return told === null || now === null ? null : here;
}
