import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { findUser, type UserRow } from "../queries.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { requireCurrentPassword, requirePasswordCheckAllowed } from "./current-password.ts";
import { requireSecondStep } from "./require-second-step.ts";

/** Who changes the ways in to an account, and from where. */
export interface AccessChange {
  session: AuthenticatedSession;
  /** Needed where signing in was too long ago. */
  current_password: string | undefined;
  caller: Caller;
}

/** The change, worded to follow "to" in a sentence. */
type Purpose =
  | "change your second steps"
  | "change your passkeys"
  | "change how you sign in"
  | "connect an app";

/**
 * Permits a change of the ways in to an account. To be called in the transaction of that change, once the account is
 * locked.
 */
export type AccessChangePermission = (
  tx: Tx,
  user: Pick<UserRow, "password_hash">,
) => Promise<void>;

/**
 * Checks whether the caller may change the ways in to an account: its second factors, its passkeys, and the providers
 * and apps with which it is connected. The caller must have just signed in, or send the current password with the
 * change, which is then checked. Not to be called inside a transaction.
 * @returns the function that the transaction of the change calls; it throws AuthError current_password_required or
 *   reauthentication_needed, session_not_found, and conflict if the password was changed in the meantime
 * @throws AuthError session_not_found, current_password_invalid, over_request_rate_limit; insufficient_aal, with the
 *   status that the caller names, before a password is checked
 */
export async function permitAccessChange(
  deps: AuthDeps,
  { session, current_password, caller }: AccessChange,
  purpose: Purpose,
  aalStatus?: number,
): Promise<AccessChangePermission> {
  if (current_password === undefined) {
    return (tx, user) => requireFreshSignIn(tx, deps, session, { user, purpose });
  }
  requireSecondStep(session, aalStatus);
  const known = await findUser(deps.db, session.user_id);
  if (!known) throw new AuthError("session_not_found");
  await requirePasswordCheckAllowed(deps, session);
  await requireCurrentPassword(deps, known, { session, current_password, caller });
  return async (_tx, user) => {
    if (user.password_hash !== known.password_hash) throw new AuthError("conflict");
  };
}
