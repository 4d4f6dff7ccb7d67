import { limits } from "#contract/limits.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { UserRow } from "../queries.ts";
import { findSession, type SessionRow, updateSession } from "./queries.ts";
import { unixSeconds } from "./start-session.ts";

/** What counts besides signing in. */
type Accepted = { is_typed_password_enough: boolean };

/**
 * Whether the person behind a session signed in within the last `limits.fresh_sign_in_minutes`. A refresh shows nothing.
 * @param accepted whether a second step, or the current password, that was typed in the session since is enough. Not for
 *   a call that takes the password along: the holder of a stolen token of the same session could wait for its owner
 * @throws AuthError session_not_found
 */
export async function isFreshSignIn(
  db: Db,
  { clock }: Pick<AuthDeps, "clock">,
  { session_id }: AuthenticatedSession,
  { is_typed_password_enough }: Accepted,
): Promise<boolean> {
  const session = await findSession(db, session_id);
  if (!session) throw new AuthError("session_not_found");
  const since = unixSeconds(clock.now()) - limits.fresh_sign_in_minutes * 60;
  // A second step does not count by itself: it may be one that a stolen token has added since.
  if (!is_typed_password_enough) return unixSeconds(session.created_at) > since;
  return session.amr.some(({ timestamp }) => timestamp > since);
}

/**
 * For what would let the holder of a stolen token stay in: with a second step of their own, say, by whose codes they
 * would count as freshly signed in.
 * @param purpose what the person wants to do, as it follows "to" in a sentence
 * @throws AuthError session_not_found; current_password_required, or reauthentication_needed where there is no password
 */
export async function requireFreshSignIn(
  db: Db,
  deps: Pick<AuthDeps, "clock">,
  session: AuthenticatedSession,
  {
    user,
    purpose,
    is_typed_password_enough,
  }: { user: Pick<UserRow, "password_hash">; purpose: string } & Accepted,
): Promise<void> {
  if (await isFreshSignIn(db, deps, session, { is_typed_password_enough })) return;
  const is_late = `You signed in more than ${limits.fresh_sign_in_minutes} minutes ago.`;
  if (user.password_hash === null) {
    throw new AuthError("reauthentication_needed", {
      message: `${is_late} Please sign out and in again to ${purpose}.`,
    });
  }
  throw new AuthError("current_password_required", {
    message: `${is_late} Please enter your current password to ${purpose}.`,
  });
}

/** Makes a session a fresh one whose person has just typed the account's password, which the caller has checked. */
export async function noteReauthentication(
  tx: Tx,
  { clock }: Pick<AuthDeps, "clock">,
  session: SessionRow,
): Promise<void> {
  const renewed = { method: "password", timestamp: unixSeconds(clock.now()) };
  const others = session.amr.filter(({ method }) => method !== renewed.method);
  await updateSession(tx, session.id, { amr: JSON.stringify([renewed, ...others]) });
}
