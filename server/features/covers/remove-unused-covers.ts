import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteUnusedCovers } from "./queries.ts";

/** Removes the covers that were uploaded a week ago and that no circle refers to. Source: docs/product.md, Covers. */
export async function removeUnusedCovers({
  db,
  covers,
  clock,
}: {
  db: Db;
  covers: CoverStore;
  clock: Clock;
}): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.coverUnusedDays * dayMs);
  await inTransaction(db, async (tx) => {
    // Before the rows are gone: a file without a row would be there for ever.
    for (const { user_id, file_name } of await deleteUnusedCovers(tx, before)) {
      await covers.remove(user_id, file_name);
    }
  });
}
