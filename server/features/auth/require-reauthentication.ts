import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "./audit.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { requireAuthRequestAllowed } from "./limits.ts";
import { findUser, type UserRow } from "./queries.ts";
import { requireFreshSignIn } from "./sessions/fresh-sign-in.ts";

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
 * Changes the ways in to an account in a transaction that has locked it, if {@link requireReauthentication} permits it and
 * the session has passed the second step.
 */
export async function changeAccess<Result>(
  deps: AuthDeps,
  change: AccessChange,
  purpose: Purpose,
  make: (tx: Tx, user: UserRow, now: Date) => Promise<Result>,
): Promise<Result> {
  const requirePermitted = await requireReauthentication(deps, change, purpose);
  return inTransaction(deps.db, async (tx) => {
    const { user } = await lockStrongSession(tx, deps, change.session);
    await requirePermitted(tx, user);
    return make(tx, user, deps.clock.now());
  });
}

/**
 * Permits a change of the ways in to an account. To be called in the transaction of that change, once the account is
 * locked.
 */
export type AccessChangePermission = (
  tx: Tx,
  user: Pick<UserRow, "password_hash">,
) => Promise<void>;

/**
 * Checks, outside a transaction, that the caller has just signed in or sends the current password. The returned
 * function is called in the transaction of the change, once the account is locked.
 */
export async function requireReauthentication(
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

/**
 * Counts a password that a signed-in person typed, by session, because a thief's attempts must not use up the owner's.
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
 * Checks the current password of this call alone. Not to be called inside a transaction: the caller compares
 * `user.password_hash` again in its own.
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

/** @throws AuthError insufficient_aal if the account has a second step that the session has not passed */
export function requireSecondStep(session: AuthenticatedSession, status?: number): void {
  if (lacksSecondStep(session)) throw new AuthError("insufficient_aal", { status });
}
