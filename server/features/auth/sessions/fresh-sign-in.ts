import { limits } from "#contract/limits.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { UserRow } from "../queries.ts";
import { findSession, type SessionRow } from "./queries.ts";
import { type SignInMethod, unixSeconds } from "./start-session.ts";

/**
 * Whether the session has just begun. Nothing that is typed later makes it fresh again, not even a second factor's
 * code: the holder of a stolen token could wait for the owner to type it.
 */
export async function isFreshSignIn(
  db: Db,
  { clock }: Pick<AuthDeps, "clock">,
  { session_id }: AuthenticatedSession,
): Promise<boolean> {
  const session = await findSession(db, session_id);
  if (!session) throw new AuthError("session_not_found");
  return isFresh(session, clock.now());
}

function isFresh({ created_at }: Pick<SessionRow, "created_at">, now: Date): boolean {
  return unixSeconds(created_at) > unixSeconds(now) - limits.freshSignInMinutes * 60;
}

const mailMethods: ReadonlySet<string> = new Set<SignInMethod>([
  "recovery",
  "email/signup",
  "magiclink",
  "otp",
]);

/**
 * Whether the session has just begun with an email to the account's address. This is never so for an unproven address,
 * which may have become the account's after the session began.
 */
export function isFreshByMail(
  session: Pick<SessionRow, "created_at" | "amr">,
  user: Pick<UserRow, "email_proven_at">,
  now: Date,
): boolean {
  return (
    user.email_proven_at !== null &&
    isFresh(session, now) &&
    session.amr.some(({ method }) => mailMethods.has(method))
  );
}

/**
 * Requires a fresh sign-in, or the current password, for what would give lasting access to the holder of a stolen
 * token.
 */
export async function requireFreshSignIn(
  db: Db,
  deps: Pick<AuthDeps, "clock">,
  session: AuthenticatedSession,
  { user, purpose }: { user: Pick<UserRow, "password_hash">; purpose: string },
): Promise<void> {
  if (await isFreshSignIn(db, deps, session)) return;
  const isLate = `You signed in more than ${limits.freshSignInMinutes} minutes ago.`;
  if (user.password_hash === null) {
    throw new AuthError("reauthentication_needed", {
      message: `${isLate} Please sign out and in again to ${purpose}.`,
    });
  }
  throw new AuthError("current_password_required", {
    message: `${isLate} Please enter your current password to ${purpose}.`,
  });
}
