import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteAllWrongCodes } from "../factors/queries.ts";
import { requireAllowed } from "../limits.ts";
import type { CodeChallenge } from "../links/pkce.ts";
import { deleteAllFlows } from "../links/queries.ts";
import { no_change } from "../links/waiting-change.ts";
import { requireStrongPassword } from "../passwords/password-rule.ts";
import { findUser, type UserRow, updateUserRow } from "../queries.ts";
import { isFreshSignIn, noteShownPassword, requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { deleteOtherSessions } from "../sessions/queries.ts";
import { loadUserView, type WireUser } from "../user-view.ts";
import { isSmallMetadata } from "../wire.ts";
import { beginEmailChange, planEmailChange } from "./change-email.ts";

type UserChanges = {
  /** Merged key by key; a key set to null is removed. */
  data: Record<string, unknown> | undefined;
  password: string | undefined;
  /** Shows that it is the person who signed in; for ten minutes the session then counts as signed in just now. */
  current_password: string | undefined;
  email: string | undefined;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
};

/**
 * Changes what is named, all of it or nothing. A new password ends every other session and makes every mailed link
 * worthless and ends a change of address that waits; a new address waits for its confirmation. With nothing but the
 * present password it only makes the session a fresh one, for calls that take no password themselves.
 * @throws AuthError insufficient_aal (401) while the second step is missing; session_not_found, weak_password,
 *   same_password, current_password_invalid, email_exists, validation_failed, over_request_rate_limit; for a password,
 *   or for another address while the present one is unproven, later than ten minutes after signing in and without the
 *   present password: current_password_required, or reauthentication_needed where there is none; conflict when the
 *   password was changed at the same moment
 */
export async function updateUser(
  deps: AuthDeps,
  {
    session,
    changes,
    caller,
  }: { session: AuthenticatedSession; changes: UserChanges; caller: Caller },
): Promise<WireUser> {
  const { user_id } = session;
  if (session.has_verified_factor && session.aal !== "aal2") throw insufficientAal();
  const known = await findUser(deps.db, user_id);
  if (!known) throw new AuthError("session_not_found");
  const { password_hash, is_shown } = await judgePasswords(deps, known, {
    session,
    changes,
    caller,
  });
  if (changes.email !== undefined && known.email_proven_at === null && !is_shown) {
    // Nothing but the new address has to confirm the change, so a stolen token must not be enough to ask for it.
    const purpose = "change your email address";
    await requireFreshSignIn(deps.db, deps, session, { user: known, purpose });
  }
  const emailChange = await planEmailChange(deps, known, changes);

  return inTransaction(deps.db, async (tx) => {
    const { user, session: present, lacks_second_step } = await lockSignedIn(tx, session);
    if (lacks_second_step) throw insufficientAal();
    const now = deps.clock.now();
    if (changes.data) {
      await updateUserRow(tx, user_id, {
        user_metadata: JSON.stringify(mergeMetadata(user.user_metadata, changes.data)),
        updated_at: now,
      });
    }
    // What the new one, or the one that was shown, was judged by holds no more.
    if ((password_hash || is_shown) && user.password_hash !== known.password_hash) {
      throw new AuthError("conflict");
    }
    if (is_shown) await noteShownPassword(tx, deps, present);
    if (password_hash) await storePassword(tx, deps, { user, session, password_hash, caller });
    if (emailChange) await beginEmailChange(tx, deps, user, emailChange);
    if (changes.data || emailChange) {
      await recordAudit(tx, {
        action: "user_modified",
        user_id,
        session_id: session.session_id,
        caller,
        details: { metadata: Boolean(changes.data), email_change_begun: Boolean(emailChange) },
        now,
      });
    }
    return loadUserView(tx, (await findUser(tx, user_id)) ?? user);
  });
}

function insufficientAal(): AuthError {
  return new AuthError("insufficient_aal", { status: 401 });
}

/** @returns `is_shown`: the present password was typed, and is right; `password_hash`: of the new one, if there is one */
async function judgePasswords(
  deps: AuthDeps,
  user: UserRow,
  {
    session,
    changes: { password, current_password },
    caller,
  }: { session: AuthenticatedSession; changes: UserChanges; caller: Caller },
): Promise<{ password_hash: string | undefined; is_shown: boolean }> {
  const { db, limiter, passwords } = deps;
  const is_shown = current_password !== undefined;
  if (password === undefined && !is_shown) return { password_hash: undefined, is_shown };
  if (password !== undefined) requireStrongPassword(password);
  if (!is_shown && !(await isFreshSignIn(db, deps, session))) {
    throw new AuthError(
      user.password_hash === null ? "reauthentication_needed" : "current_password_required",
    );
  }
  const about = "Too many passwords were tried.";
  const checked_by = `${user.id} ${session.session_id}`;
  await requireAllowed(limiter, "auth_password_checks_by_session", checked_by, about);
  if (is_shown) {
    const accepted = await passwords.verify(user.password_hash, current_password);
    await recordAudit(db, {
      action: "user_reauthenticated",
      user_id: user.id,
      session_id: session.session_id,
      caller,
      details: { accepted },
      now: deps.clock.now(),
    });
    if (!accepted) throw new AuthError("current_password_invalid");
  }
  if (password === undefined) return { password_hash: undefined, is_shown };
  if (await passwords.verify(user.password_hash, password)) throw new AuthError("same_password");
  return { password_hash: await passwords.hash(password), is_shown };
}

async function storePassword(
  tx: Tx,
  { clock, jobs }: AuthDeps,
  {
    user,
    session: { session_id },
    password_hash,
    caller,
  }: {
    user: UserRow;
    session: AuthenticatedSession;
    password_hash: string;
    caller: Caller;
  },
): Promise<void> {
  const now = clock.now();
  await updateUserRow(tx, user.id, { ...no_change, password_hash, updated_at: now });
  await deleteAllFlows(tx, user.id);
  await deleteOtherSessions(tx, { user_id: user.id, session_id });
  await deleteAllWrongCodes(tx, user.id);
  await requestMail(tx, jobs, {
    kind: "auth_password_changed",
    intent: `auth_password_changed:${randomUUID()}`,
    user_id: user.id,
    to_address: user.email,
    requested_at: now,
  });
  await recordAudit(tx, {
    action: "user_updated_password",
    user_id: user.id,
    session_id,
    caller,
    now,
  });
}

function mergeMetadata(
  present: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...present, ...changes }).filter(([, value]) => value !== null),
  );
  if (isSmallMetadata(merged)) return merged;
  throw new AuthError("validation_failed", { message: "data is too large." });
}
