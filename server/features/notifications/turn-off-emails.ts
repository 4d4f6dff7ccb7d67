import { type OptOutClaim, readOptOutToken } from "#server/access/opt-out-link.ts";
import { findOwner, lockOwner, type Owner, saveProfile } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";

/** Undefined if this server did not make it, or the account was reset since: whoever created it may have the link. */
export async function findEmailOptOut(
  { db, secrets }: { db: Db; secrets: Secrets },
  token: string,
): Promise<OptOutClaim | undefined> {
  const claim = readOptOutToken(secrets, token);
  const owner = claim && (await findOwner(db, claim.user_id));
  return owner && isSameReset(claim, owner) ? claim : undefined;
}

/** Unticks a box. Repeating it changes nothing. False if the account is gone or was reset since the link was made. */
export async function turnOffEmails(
  { db, clock }: { db: Db; clock: Clock },
  claim: OptOutClaim,
): Promise<boolean> {
  const { user_id, box } = claim;
  return inTransaction(db, async (tx) => {
    // The lock waits for a reset in progress, which sets the boxes to their defaults.
    if (!(await lockOwner(tx, user_id))) return false;
    const owner = await findOwner(tx, user_id);
    if (owner === undefined || !isSameReset(claim, owner)) return false;
    if (owner[box]) await saveProfile(tx, user_id, { [box]: false }, clock.now());
    return true;
  });
}

function isSameReset(
  claim: Pick<OptOutClaim, "reset_at">,
  owner: Pick<Owner, "reset_at">,
): boolean {
  return claim.reset_at?.getTime() === owner.reset_at?.getTime();
}
