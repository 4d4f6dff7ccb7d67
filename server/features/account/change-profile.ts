import type { OwnerId } from "#server/access/owner.ts";
import { findOwner, type ProfileChanges, saveProfile } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { moveClosingTimes } from "#server/features/circles/move-closing-times.ts";
import type { Clock } from "#server/system/clock.ts";

/**
 * Changes the given fields and leaves the rest. If the time zone changes, the deadlines of open circles end in the new
 * one.
 */
export async function changeProfile(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  changes: ProfileChanges & { time_zone?: string | undefined },
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const before = await findOwner(tx, owner);
    await saveProfile(tx, owner, changes, now);
    if (changes.time_zone !== undefined && changes.time_zone !== before?.time_zone) {
      await moveClosingTimes(tx, owner, changes.time_zone, now);
    }
  });
}
