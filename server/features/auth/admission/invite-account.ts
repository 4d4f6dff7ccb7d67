import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { findUserByEmail } from "../queries.ts";
import { insertInvitedAddress } from "./admission-queries.ts";

/**
 * Lets the owner of an address create an account where only invited people may.
 * @param email normalised
 */
export async function inviteAccount(
  { db, clock }: Pick<AuthDeps, "db" | "clock">,
  email: string,
): Promise<"invited" | "invited_before" | "has_account"> {
  return inTransaction(db, async (tx) => {
    if (await findUserByEmail(tx, email)) return "has_account";
    const isNew = await insertInvitedAddress(tx, { email, invited_at: clock.now() });
    return isNew ? "invited" : "invited_before";
  });
}
