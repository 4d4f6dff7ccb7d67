import { minuteMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { CoverStore } from "./cover-store.ts";

/** Each check is a write and a deletion, which some services bill. */
const stateKnownMs = 5 * minuteMs;

type CoversState = "ok" | "failed" | "unknown";

/** The caller does not wait for the store, and the log says why it fails. Undefined if covers are on the disk. */
export function createCoversCheck({
  covers,
  clock,
  log,
}: {
  covers: CoverStore;
  clock: Clock;
  log: Logger;
}): (() => CoversState) | undefined {
  const { checkWrites } = covers;
  if (checkWrites === undefined) return undefined;
  let state: CoversState = "unknown";
  let askedAt: number | undefined;
  return () => {
    const now = clock.now().getTime();
    if (askedAt === undefined || Math.abs(now - askedAt) >= stateKnownMs) {
      askedAt = now;
      checkWrites().then(
        () => {
          state = "ok";
        },
        (error: unknown) => {
          state = "failed";
          log.error({ err: error }, "covers cannot be stored in their bucket");
        },
      );
    }
    return state;
  };
}
