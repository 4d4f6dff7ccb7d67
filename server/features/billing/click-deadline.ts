import { DomainError, type ErrorCode } from "#contract/errors.ts";
import { secondMs } from "#contract/values/durations.ts";

/** How long a click waits for the provider in all. What it started there continues, and the next click finds it. */
const clickWaitsMs = 15 * secondMs;

/**
 * Waits for a click's work, which is told when the click stops waiting.
 * @throws DomainError `late` when the click stops waiting
 */
export function withinClick<Result>(
  late: ErrorCode,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(clickWaitsMs);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new DomainError(late)), { once: true });
  });
  return Promise.race([work(signal), stopped]);
}
