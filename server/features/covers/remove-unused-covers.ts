import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import { sortOutCovers } from "./queries.ts";

const atOnce = 500;

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
  for (let lookedAt = atOnce; lookedAt === atOnce; ) {
    lookedAt = await inTransaction(db, async (tx) => {
      const { looked_at, deleted } = await sortOutCovers(tx, before, atOnce);
      // Before the rows are gone: a file without a row would be there for ever.
      for (const { user_id, file_name } of deleted) await covers.remove(user_id, file_name);
      return looked_at;
    });
  }
}
