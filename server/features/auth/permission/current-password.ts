import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { requireAuthRequestAllowed } from "../limits.ts";
import type { UserRow } from "../queries.ts";

/**
 * Counts a password that a signed-in person typed. It is counted by session, because a thief's attempts must not use up
 * the owner's.
 * @throws AuthError over_request_rate_limit
 */
export async function requirePasswordCheckAllowed(
  { limiter }: Pick<AuthDeps, "limiter">,
  { user_id, session_id }: AuthenticatedSession,
): Promise<void> {
  const about = "Too many password attempts.";
  const checkedBy = `check ${user_id} ${session_id}`;
  await requireAuthRequestAllowed(limiter, "auth_passwords", checkedBy, about);
}

/**
 * Checks the current password of a call, and records in the audit log that it was typed. The check is valid for that
 * call alone. Not to be called inside a transaction: the caller compares `user.password_hash` again in its own.
 * @throws AuthError current_password_invalid
 */
export async function requireCurrentPassword(
  { db, clock, passwords }: Pick<AuthDeps, "db" | "clock" | "passwords">,
  user: Pick<UserRow, "id" | "password_hash">,
  {
    session: { session_id },
    current_password,
    caller,
  }: { session: AuthenticatedSession; current_password: string; caller: Caller },
): Promise<void> {
  const accepted = await passwords.verify(user.password_hash, current_password);
  await recordAudit(
    db,
    "user_reauthenticated",
    { user_id: user.id, session_id, caller, now: clock.now() },
    { accepted },
  );
  if (!accepted) throw new AuthError("current_password_invalid");
}
