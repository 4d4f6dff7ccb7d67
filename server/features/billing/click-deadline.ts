import { setTimeout } from "node:timers/promises";
import { DomainError, type ErrorCode } from "#contract/errors.ts";
import { secondMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";

/** How long a click waits for the provider in all. What it started there continues, and the next click finds it. */
const clickWaitsMs = 15 * secondMs;
const pollMs = 200;

/** When a click that is made now stops waiting. */
export function clickDeadline(clock: Clock): Date {
  return new Date(clock.now().getTime() + clickWaitsMs);
}

/** Waits for `work` until the deadline. @throws DomainError `late` when the deadline passes first */
export async function waitUntil<Result>(
  clock: Clock,
  { deadline, late }: { deadline: Date; late: ErrorCode },
  work: Promise<Result>,
): Promise<Result> {
  const outcome = work.then((result) => ({ result }));
  for (;;) {
    const finished = await Promise.race([outcome, setTimeout(pollMs)]);
    if (finished !== undefined) return finished.result;
    if (clock.now() < deadline) continue;
    outcome.catch(() => {});
    throw new DomainError(late);
  }
}
