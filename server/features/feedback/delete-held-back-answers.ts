import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { deleteWaitingOfClosed } from "./release-queries.ts";

const circlesAtOnce = 200;

/**
 * Deletes answers 30 days after they were held back when their circle closed. In a circle that was reopened in between,
 * they keep waiting. Idempotent. Source: docs/product.md, Anonymity.
 * @returns how many answers were deleted
 */
export async function deleteHeldBackAnswers({
  db,
  clock,
  secrets,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}): Promise<number> {
  const now = clock.now();
  const closedBefore = new Date(now.getTime() - limits.heldBackDays * dayMs);
  let total = 0;
  for (;;) {
    const { circles, deleted } = await inTransaction(db, async (tx) => {
      // A cleanup is requested even if nothing is deleted: otherwise a night with one would show that somebody had
      // answered.
      await requestDiskCleanup(tx, "keys", now);
      return deleteWaitingOfClosed(tx, secrets, { closedBefore, now, limit: circlesAtOnce });
    });
    total += deleted;
    if (circles < circlesAtOnce) return total;
  }
}
