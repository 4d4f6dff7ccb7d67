import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { clearTextsByPassword } from "../factors/phone.ts";
import { deleteAllWrongCodes } from "../factors/queries.ts";
import { cancelEmailChange, deleteAllFlows } from "../flow-queries.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { isSmallMetadata } from "../http/wire.ts";
import { addEmailIdentity } from "../identities.ts";
import { recordDevice } from "../new-sign-in.ts";
import { requireStrongPassword } from "../passwords/password-rule.ts";
import { findUser, type UserRow, updateUserRow } from "../queries.ts";
import { checkEmailedCode, redeemEmailedCode } from "../reauthentication.ts";
import { requestNotice } from "../request-notice.ts";
import {
  requireCurrentPassword,
  requirePasswordCheckAllowed,
} from "../require-reauthentication.ts";
import { isFreshByMail, isFreshSignIn, requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { recordNetwork } from "../sessions/known-networks.ts";
import {
  deleteKnownNetworksAndDevices,
  deleteOtherSessions,
  type SessionRow,
} from "../sessions/queries.ts";
import { loadUserView, type WireUser } from "../user-view.ts";
import { planEmailChange, startEmailChange } from "./change-email.ts";

type UserChanges = {
  /** The data is merged key by key; a key set to null is removed. */
  data: Record<string, unknown> | undefined;
  password: string | undefined;
  /** The password shows, for this call alone, that the person who signed in is making it. */
  current_password: string | undefined;
  /** An emailed code, which a new password needs if the current one is not given. */
  nonce?: string | undefined;
  email: string | undefined;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
};

/**
 * Makes all of the given changes or none. Links that recover the account keep working unless the session began with
 * one: otherwise, a thief who knows the password could keep the owner out.
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
  const { password, current_password, nonce } = changes;
  const hasCurrentPassword = current_password !== undefined;
  const isByCode = password !== undefined && !hasCurrentPassword && Boolean(nonce);
  if (password !== undefined) requireStrongPassword(deps.config, password);
  if (password !== undefined && !hasCurrentPassword && !isByCode) {
    await requireFreshForPassword(deps, session, known);
  }
  if (password !== undefined || hasCurrentPassword) {
    await requirePasswordCheckAllowed(deps, session);
  }
  if (hasCurrentPassword) {
    await requireCurrentPassword(deps, known, { session, current_password, caller });
  }
  const emailedCode =
    isByCode && nonce ? await checkEmailedCode(deps, known, { session, nonce, caller }) : undefined;
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(deps, known, password);
  await requireFreshForAddress(deps.db, deps, session, { user: known, changes });
  const emailChange = await planEmailChange(deps, known, changes);

  const view = await inTransaction(deps.db, async (tx) => {
    const { user, session: present, lacksSecondStep } = await lockCallerSession(tx, deps, session);
    if (lacksSecondStep) throw insufficientAal();
    // A change of address that was completed in the meantime may have left the account with an unproven address.
    await requireFreshForAddress(tx, deps, session, { user, changes });
    const now = deps.clock.now();
    if (changes.data) {
      await updateUserRow(tx, user_id, {
        user_metadata: JSON.stringify(mergeMetadata(user.user_metadata, changes.data)),
        updated_at: now,
      });
    }
    // The account's password has changed since the current and the new password were compared with it.
    if ((passwordHash || hasCurrentPassword) && user.password_hash !== known.password_hash) {
      throw new AuthError("conflict");
    }
    if (emailedCode !== undefined) await redeemEmailedCode(tx, emailedCode);
    if (passwordHash)
      await storePassword(tx, deps, {
        user,
        session: present,
        password_hash: passwordHash,
        caller,
      });
    if (emailChange) await startEmailChange(tx, deps, user, emailChange);
    if (changes.data || emailChange) {
      await recordAudit(
        tx,
        "user_modified",
        { session, caller, now },
        { metadata: Boolean(changes.data), email_change_begun: Boolean(emailChange) },
      );
    }
    return loadUserView(tx, (await findUser(tx, user_id)) ?? user);
  });
  if (passwordHash !== undefined) await clearTextsByPassword(deps.limiter, known);
  return view;
}

function insufficientAal(): AuthError {
  return new AuthError("insufficient_aal", {
    status: 401,
    message: "AAL2 session is required to update email or password when MFA is enabled.",
  });
}

/** @throws AuthError reauthentication_needed, current_password_required */
async function requireFreshForPassword(
  deps: AuthDeps,
  session: AuthenticatedSession,
  user: UserRow,
): Promise<void> {
  if (await isFreshSignIn(deps.db, deps, session)) return;
  throw new AuthError(
    user.password_hash === null ? "reauthentication_needed" : "current_password_required",
  );
}

/**
 * While its own address is unproven, nothing but the new address has to confirm the change, so a stolen token must not
 * be enough to ask for it.
 */
async function requireFreshForAddress(
  db: Db,
  deps: AuthDeps,
  session: AuthenticatedSession,
  {
    user,
    changes: { email, current_password },
  }: { user: UserRow; changes: Pick<UserChanges, "email" | "current_password"> },
): Promise<void> {
  if (email === undefined || current_password !== undefined || user.email_proven_at) return;
  await requireFreshSignIn(db, deps, session, { user, purpose: "change your email address" });
}

/** @throws AuthError same_password */
async function hashNewPassword(
  { passwords }: AuthDeps,
  user: UserRow,
  password: string,
): Promise<string> {
  if (await passwords.verify(user.password_hash, password)) throw new AuthError("same_password");
  return passwords.hash(password);
}

async function storePassword(
  tx: Tx,
  deps: AuthDeps,
  {
    user,
    session,
    password_hash,
    caller,
  }: {
    user: UserRow;
    session: SessionRow;
    password_hash: string;
    caller: Caller;
  },
): Promise<void> {
  const now = deps.clock.now();
  await updateUserRow(tx, user.id, { password_hash, updated_at: now });
  await addEmailIdentity(tx, user, now);
  await cancelEmailChange(tx, user.id);
  if (isFreshByMail(session, user, now)) await deleteAllFlows(tx, user.id);
  await deleteOtherSessions(tx, { user_id: user.id, session_id: session.id, now });
  await deleteAllWrongCodes(tx, user.id);
  // Otherwise, the networks and devices of a thief whom the new password keeps out would still count as the owner's.
  await deleteKnownNetworksAndDevices(tx, user.id);
  await recordNetwork(tx, deps, { user_id: user.id, caller });
  await recordDevice(tx, deps, { user_id: user.id, caller });
  await requestNotice(tx, deps, "auth_password_changed", user);
  await recordAudit(tx, "user_updated_password", {
    user_id: user.id,
    session_id: session.id,
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
