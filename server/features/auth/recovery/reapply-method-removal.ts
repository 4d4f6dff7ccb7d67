import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { lockUser } from "../queries.ts";
import { removeSignInMethods } from "./remove-sign-in-methods.ts";

/**
 * Takes password, passkeys and connected accounts from an account of which a backup has brought back what no longer signed
 * in: nobody can tell which of them. Its owner chooses a new password by email. The second steps stay.
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
