import type { Db } from "#server/db/tables.ts";
import type { AuthConfig } from "../auth-deps.ts";
import { isInvitedAddress, isInvitee } from "./admission-queries.ts";

/**
 * Whether an account may be made for an address. Every sign-in method that makes accounts has to check this, in the
 * transaction that makes one. The response must not depend on it where only some addresses are invited: it would show
 * strangers who was.
 * @param email as accounts have it
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
