import { findOwner, saveProfile } from "#server/access/profiles.ts";
import type { TurnOffClaim } from "#server/access/turn-off-link.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";

/** Unticks a box; repeating changes nothing. False when the account is gone. */
export async function turnOffEmails(
  { db, clock }: { db: Db; clock: Clock },
  { user_id, box }: TurnOffClaim,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const owner = await findOwner(tx, user_id);
    if (owner === undefined) return false;
    if (owner[box]) await saveProfile(tx, user_id, { [box]: false }, clock.now());
    return true;
  });
}
