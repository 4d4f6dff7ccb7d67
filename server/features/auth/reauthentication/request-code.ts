import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey } from "../email-key.ts";
import { countReauthenticationMail } from "../limits.ts";
import { requestLinkMail } from "../links/request-link-mail.ts";
import { requireSecondStep } from "../permission/require-second-step.ts";
import { findUser } from "../queries.ts";

/**
 * Mails a code with which the session that asks for it may choose a new password, in place of the current one. It is valid
 * in no other session, so the holder of a stolen token neither uses up the owner's code nor replaces it.
 * @throws AuthError session_not_found, user_banned, over_email_send_rate_limit; insufficient_aal if the second step is
 *   missing, which no code replaces
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
      mails: [{ kind: "auth_reauthentication", to_address: email }],
      email,
      user_id,
      redirect_to: new URL(deps.config.publicUrl),
      challenge: undefined,
      asked_by_account: true,
      session_id,
    });
    await recordAudit(tx, "reauthentication_requested", {
      user_id,
      session_id,
      caller,
      now: deps.clock.now(),
    });
  });
}
