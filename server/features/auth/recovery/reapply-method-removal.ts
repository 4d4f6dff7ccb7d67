import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { lockUser } from "../queries.ts";
import { removeSignInMethods } from "./remove-sign-in-methods.ts";

/**
 * Removes the password, the passkeys and the connected accounts of an account after a backup was restored, if the
 * backup has brought back a sign-in method that had been removed: nobody can tell which one it was. The owner chooses a
 * new password by email. The second steps stay.
 */
export function reapplyMethodRemoval(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) return;
    const now = clock.now();
    await removeSignInMethods(tx, user, { except: undefined, keepsProviders: false, now });
  });
}
