import { limits } from "#contract/limits.ts";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteRemovedCover, listRemovedCovers, markUnusedRemoved } from "./queries.ts";

/** Longer than storing a picture takes: what a store has not reported as stored is stored by then, or never. */
const settledMinutes = 5;

/**
 * Removes the covers that were uploaded a week ago and that no circle refers to, and those whose files could not be
 * removed before. Source: docs/product.md, Covers.
 */
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
  await markUnusedRemoved(db, new Date(now.getTime() - limits.coverUnusedDays * dayMs), now);
  // Outside any transaction, since the store may be far away; each row stays until its file is gone.
  for (const cover of await listRemovedCovers(db)) {
    await covers.remove(cover.user_id, cover.file_name);
    const isSettled = now.getTime() - cover.removed_at.getTime() >= settledMinutes * minuteMs;
    if (isSettled) await deleteRemovedCover(db, cover);
  }
}
