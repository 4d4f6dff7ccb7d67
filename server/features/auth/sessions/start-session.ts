import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import { isBanned } from "#server/access/session.ts";
import { tokenAudience, tokenIssuer } from "#server/access/signing-keys.ts";
import type { Tx } from "#server/db/tables.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { findUserToNotify, recordDevice, requestNewSignInMail } from "../new-sign-in.ts";
import { findUser, markEmailIdentityUsed, updateUserRow } from "../queries.ts";
import { loadUserView, type WireUser } from "../user-view.ts";
import { recordNetwork } from "./known-networks.ts";
import { insertSession, type SessionRow } from "./queries.ts";
import { formatRefreshToken } from "./refresh-token.ts";

/** How someone signed in, by its name in the token's `amr`. */
export type SignInMethod =
  | "password"
  | "oauth"
  | "passkey"
  | "email/signup"
  | "recovery"
  | "email_change"
  | "magiclink"
  | "otp";

/**
 * The methods by which only somebody who receives the account's emails can sign in, so no email about the sign-in is
 * needed. An emailed code is not one of them, because its reader may be persuaded to tell it to others.
 */
const signInEmails: ReadonlySet<SignInMethod> = new Set([
  "email/signup",
  "recovery",
  "email_change",
  "magiclink",
]);

/** A session with its account, as they were in the transaction. */
export type StartedSession = { session: SessionRow; user: WireUser };

/**
 * Signs someone in. Their tokens are made by {@link sessionAnswer} once the caller's transaction is committed.
 * @throws AuthError user_banned
 */
export async function startSession(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets" | "jobs" | "config">,
  {
    user_id,
    method,
    recovery_pending,
    passkey_id,
    caller,
  }: {
    user_id: string;
    method: SignInMethod;
    recovery_pending?: boolean;
    /** The passkey with which the session begins. It proves both possession and identity, so both steps are passed. */
    passkey_id?: string;
    caller: Caller;
  },
): Promise<StartedSession> {
  const { clock, secrets } = deps;
  const now = clock.now();
  const isByMail = signInEmails.has(method);
  const notified = isByMail ? undefined : await findUserToNotify(tx, deps, { user_id, caller });
  await updateUserRow(tx, user_id, { last_sign_in_at: now, updated_at: now });
  if (method !== "oauth" && method !== "passkey") await markEmailIdentityUsed(tx, user_id, now);
  await recordNetwork(tx, { clock, secrets }, { user_id, caller });
  await recordDevice(tx, deps, { user_id, caller });
  const session = await insertSession(tx, {
    id: randomUUID(),
    user_id,
    aal: passkey_id === undefined ? "aal1" : "aal2",
    amr: JSON.stringify([{ method, timestamp: unixSeconds(now) }]),
    recovery_pending,
    passkey_id,
    refreshed_at: now,
    user_agent: caller.user_agent,
    ip: caller.ip,
    created_at: now,
  });
  await recordAudit(tx, "login", { user_id, session_id: session.id, caller, now }, { method });
  if (notified) await requestNewSignInMail(tx, deps, { user: notified, session_id: session.id });
  return loadStartedSession(tx, { clock }, session);
}

/**
 * The account of a session.
 * @throws AuthError user_banned, with the status with which the call answers
 */
export async function loadStartedSession(
  tx: Tx,
  { clock }: Pick<AuthDeps, "clock">,
  session: SessionRow,
  bannedStatus?: number,
): Promise<StartedSession> {
  const user = await findUser(tx, session.user_id);
  if (!user) throw new AuthError("session_not_found");
  if (isBanned(user, clock.now())) {
    throw new AuthError("user_banned", {
      status: bannedStatus,
      message: bannedStatus === undefined ? undefined : "Invalid Refresh Token: User Banned",
    });
  }
  return { session, user: await loadUserView(tx, user) };
}

/** The session in the client library's format, with new tokens. Not to be called inside a transaction. */
export async function sessionAnswer(
  { keys, secrets, config, clock }: Pick<AuthDeps, "keys" | "secrets" | "config" | "clock">,
  { session, user }: StartedSession,
) {
  const issuedAt = unixSeconds(clock.now());
  const expiresIn = config.authAccessTokenSeconds;
  const expiresAt = issuedAt + expiresIn;
  const accessToken = await keys.sign({
    iss: tokenIssuer(config.publicUrl),
    sub: user.id,
    aud: tokenAudience,
    exp: expiresAt,
    iat: issuedAt,
    session_id: session.id,
    refresh_counter: session.refresh_counter,
    role: user.role,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: session.aal,
    amr: session.amr,
    is_anonymous: false,
  });
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: formatRefreshToken(secrets, {
      session_id: session.id,
      counter: session.refresh_counter,
    }),
    user,
  };
}

export function unixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
