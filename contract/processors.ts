/** The processor that a server is itself: its own engine, or a model on the same machine. */
export const here = "here";

/**
 * Who may process what somebody hands in, for who does `now` and what they were `told`: what the page said when it was
 * opened, in short; null: nobody. Where the two differ, the server alone may; where either is nobody, nobody.
 */
export function agreedProcessor(told: string | null, now: string | null): string | null {
  if (told === now) return now;
  return told === null || now === null ? null : here;
}
