import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { findUser, type UserRow } from "../queries.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { requireCurrentPassword, requirePasswordCheckAllowed } from "./current-password.ts";
import { requireSecondStep } from "./require-second-step.ts";

/** What is changed, as it follows "to" in a sentence. */
type AccessChange =
  | "change your second steps"
  | "change your passkeys"
  | "change how you sign in"
  | "connect an app";

/**
 * Permits a change to how people get into an account, in the transaction of that change, once the account is locked.
 */
export type AccessChangePermission = (
  tx: Tx,
  user: Pick<UserRow, "password_hash">,
) => Promise<void>;

/**
 * Checks who may change how people get into an account: its second factors, its passkeys, the providers and the apps
 * that it is connected with. Someone who has just signed in, or sends the current password with the change. Checks that
 * password, if there is one. Not to be called inside a transaction.
 * @returns what the transaction of the change calls; it throws AuthError current_password_required or
 *   reauthentication_needed, session_not_found, and conflict when the password was changed at the same moment
 * @throws AuthError session_not_found, current_password_invalid, over_request_rate_limit; insufficient_aal, with the
 *   status that the caller names, before a password is looked at
 */
export async function permitAccessChange(
  deps: AuthDeps,
  {
    session,
    current_password,
    caller,
    aalStatus,
    purpose,
  }: {
    session: AuthenticatedSession;
    current_password: string | undefined;
    caller: Caller;
    aalStatus?: number;
    purpose: AccessChange;
  },
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
