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
 * Deletes the answers held back when their circle closed, 30 days later; in a circle reopened in between they
 * keep waiting. Returns how many. Idempotent. Source: docs/product.md, Anonymity.
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
      // Also when nothing is deleted: a night with a cleanup would show that somebody had answered.
      await requestDiskCleanup(tx, "keys", now);
      return deleteWaitingOfClosed(tx, secrets, { closedBefore, now, limit: circlesAtOnce });
    });
    total += deleted;
    if (circles < circlesAtOnce) return total;
  }
}
