import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthConfig, AuthDeps } from "../auth-deps.ts";
import { findUserByEmail } from "../queries.ts";
import { insertInvitedAddress, isInvitedAddress, isInvitee } from "./admission-queries.ts";

/**
 * Whether an account may be made for a normalised address, asked in the transaction that makes one. No response may
 * depend on it where only some are invited: it would show strangers who was.
 */
export async function mayCreateAccount(
  db: Db,
  { authSignUp }: Pick<AuthConfig, "authSignUp">,
  email: string,
): Promise<boolean> {
  switch (authSignUp) {
    case "open":
      return true;
    case "off":
      return false;
    case "invited": {
      // Both are always looked up, so that the time does not tell who invited the address.
      const byOperator = await isInvitedAddress(db, email);
      const byOwner = await isInvitee(db, email);
      return byOperator || byOwner;
    }
  }
}

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
