import { limits } from "#contract/limits.ts";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import {
  deleteRemovedCover,
  listRemovedCovers,
  markUnusedCoversRemoved,
  type StoredCover,
} from "./queries.ts";

const batchSize = 500;

/** Longer than storing a picture takes. A picture without a report from the store is stored by then, or never. */
const storingMinutes = 5;

/** Also those whose files could not be removed before. Source: docs/product.md, Covers. */
export async function removeUnusedCovers({
  db,
  covers,
  clock,
}: {
  db: Db;
  covers: CoverStore;
  clock: Clock;
}): Promise<void> {
  const now = clock.now();
  const unusedSince = new Date(now.getTime() - limits.coverUnusedDays * dayMs);
  const removedBefore = new Date(now.getTime() - storingMinutes * minuteMs);
  // Files are removed outside transactions, since the store may be slow. Each row stays until its file is gone.
  const removeFiles = async (removed: readonly StoredCover[]) => {
    for (const cover of removed) {
      await covers.remove(cover.user_id, cover.file_name);
      await deleteRemovedCover(db, cover);
    }
  };
  for (let lookedAt = batchSize; lookedAt === batchSize; ) {
    const sorted = await inTransaction(db, (tx) =>
      markUnusedCoversRemoved(tx, { before: unusedSince, now, limit: batchSize }),
    );
    await removeFiles(sorted.removed);
    lookedAt = sorted.looked_at;
  }
  for (let listed = batchSize; listed === batchSize; ) {
    const removed = await listRemovedCovers(db, removedBefore, batchSize);
    await removeFiles(removed);
    listed = removed.length;
  }
}
