import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "./audit.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { countReauthenticationMail, emailKey } from "./limits.ts";
import { matchesCode, maxWrongCodes } from "./links/one-time-tokens.ts";
import { countSessionCodeAttempt, deleteRequestOfToken } from "./links/queries.ts";
import { requestLinkMail } from "./links/request-link-mail.ts";
import { findUser, type UserRow } from "./queries.ts";
import { requireSecondStep } from "./require-reauthentication.ts";

/**
 * Emails a code with which the session that asks for it may choose a new password, in place of the current one. It is valid
 * in no other session, so the holder of a stolen token neither uses up the owner's code nor replaces it.
 */
export async function requestReauthentication(
  deps: AuthDeps,
  { session, caller }: { session: AuthenticatedSession; caller: Caller },
): Promise<void> {
  const { user_id, session_id } = session;
  requireSecondStep(session);
  const asking = await findUser(deps.db, user_id);
  const unprovenAddress = asking?.email_proven_at
    ? undefined
    : emailKey(deps.secrets, session.email);
  const { allowed, retry_after_seconds } = await countReauthenticationMail(deps.limiter, {
    user_id,
    session_id,
    unprovenAddress,
  });
  if (!allowed) throw new AuthError("over_email_send_rate_limit", { retry_after_seconds });
  await inTransaction(deps.db, async (tx) => {
    const { user } = await lockStrongSession(tx, deps, session);
    const { email } = user;
    await requestLinkMail(tx, deps, {
      method: "reauthentication",
      emails: [{ kind: "auth_reauthentication", to_address: email }],
      email,
      user_id,
      redirect_to: new URL(deps.config.publicUrl),
      challenge: undefined,
      asked_by_account: true,
      session_id,
    });
    await recordAudit(tx, "reauthentication_requested", { session, caller, now: deps.clock.now() });
  });
}

/**
 * Checks a code that was emailed to this session. Not to be called inside a transaction: the count must be kept.
 * @returns the token's id
 */
export async function checkEmailedCode(
  deps: Pick<AuthDeps, "db" | "clock" | "secrets">,
  user: Pick<UserRow, "id" | "email">,
  { session, nonce, caller }: { session: AuthenticatedSession; nonce: string; caller: Caller },
): Promise<string> {
  const { db, secrets, clock } = deps;
  const { session_id } = session;
  const now = clock.now();
  const checked = await inTransaction(db, async (tx) => {
    const token = await countSessionCodeAttempt(
      tx,
      { session_id, address: user.email, now },
      maxWrongCodes,
    );
    const code = nonce.replace(/\s/g, "");
    const isRight = matchesCode(secrets, token, { address: user.email, code });
    await recordAudit(
      tx,
      "user_reauthenticated",
      { user_id: user.id, session_id, caller, now },
      { accepted: isRight, by: "emailed code" },
    );
    return isRight ? token : undefined;
  });
  if (checked === undefined) throw new AuthError("reauthentication_not_valid");
  return checked.id;
}

/**
 * Uses up a checked code, in the transaction of the change that it permits.
 * @throws AuthError reauthentication_not_valid
 */
export async function redeemEmailedCode(tx: Tx, tokenId: string): Promise<void> {
  if (!(await deleteRequestOfToken(tx, tokenId))) throw new AuthError("reauthentication_not_valid");
}
