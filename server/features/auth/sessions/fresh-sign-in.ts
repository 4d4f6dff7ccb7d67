import { limits } from "#contract/limits.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { UserRow } from "../queries.ts";
import { findSession } from "./queries.ts";
import { unixSeconds } from "./start-session.ts";

/**
 * Whether the session began within the last `limits.fresh_sign_in_minutes`. Neither a refresh nor anything
 * typed in the session later makes it fresh again, not even a second factor: the holder of a stolen token of
 * the same session could wait for its owner to do it.
 * @throws AuthError session_not_found
 */
export async function isFreshSignIn(
  db: Db,
  { clock }: Pick<AuthDeps, "clock">,
  { session_id }: AuthenticatedSession,
): Promise<boolean> {
  const session = await findSession(db, session_id);
  if (!session) throw new AuthError("session_not_found");
  const since = unixSeconds(clock.now()) - limits.fresh_sign_in_minutes * 60;
  return unixSeconds(session.created_at) > since;
}

/**
 * For actions that would let the holder of a stolen token stay in, and that take no current password or were sent none.
 * @param purpose what the person wants to do, as it follows "to" in a sentence
 * @throws AuthError session_not_found; current_password_required, or reauthentication_needed where there is no password
 */
export async function requireFreshSignIn(
  db: Db,
  deps: Pick<AuthDeps, "clock">,
  session: AuthenticatedSession,
  { user, purpose }: { user: Pick<UserRow, "password_hash">; purpose: string },
): Promise<void> {
  if (await isFreshSignIn(db, deps, session)) return;
  const isLate = `You signed in more than ${limits.fresh_sign_in_minutes} minutes ago.`;
  if (user.password_hash === null) {
    throw new AuthError("reauthentication_needed", {
      message: `${isLate} Please sign out and in again to ${purpose}.`,
    });
  }
  throw new AuthError("current_password_required", {
    message: `${isLate} Please enter your current password to ${purpose}.`,
  });
}
