import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { findRelyingParty, type RelyingParty } from "../webauthn/relying-party.ts";

/** @throws AuthError passkey_disabled if browsers offer no passkeys for this server's address */
export function requirePasskeys(config: AuthDeps["config"]): RelyingParty {
  const party = findRelyingParty(config);
  if (!party) throw new AuthError("passkey_disabled");
  return party;
}
