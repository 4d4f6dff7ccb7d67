import { lockStrongSession } from "#server/access/lock-session.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey } from "../email-key.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { countChangeMails, isMailAllowed } from "../limits.ts";
import { findUserByEmail, lockUserByEmail } from "../queries.ts";
import { requestLinkMail } from "./request-link-mail.ts";

type MailRequest = {
  email: string;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
  caller: Caller;
};

/**
 * Requests a mail for setting a new password. The response and its duration are the same whether or not the address has
 * an account.
 */
export async function requestRecovery(deps: AuthDeps, request: MailRequest): Promise<void> {
  const { email, redirect_to, challenge, caller } = request;
  // What is asked for while the address has no account, or while its account had another address, must not use up what
  // the owner of the address may ask for.
  const asked = await findUserByEmail(deps.db, email);
  const target = `recovery ${asked?.id ?? ""} ${emailKey(deps.secrets, email)}`;
  if (!(await isMailAllowed(deps.limiter, target))) return;
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    await requestLinkMail(tx, deps, {
      method: "recovery",
      mails: [{ kind: "auth_recovery", to_address: email }],
      email,
      user_id: user?.id,
      redirect_to,
      challenge,
      asked_by_account: false,
    });
    await recordAudit(tx, {
      action: "user_recovery_requested",
      user_id: user?.id,
      caller,
      now: deps.clock.now(),
    });
  });
}

/**
 * Asks once more for the mail that proves an address, or for those of a change of address. Tells nothing either. What
 * the account asks for itself is counted separately, so that strangers who know its address cannot use it up.
 * @param session the one that the call came with, if any
 * @throws AuthError session_not_found, user_banned, insufficient_aal: only where a session of the account itself ended,
 *   was suspended or was lowered since the call was let in
 */
export async function resendProof(
  deps: AuthDeps,
  request: Omit<MailRequest, "caller"> & {
    type: "signup" | "email_change";
    session: AuthenticatedSession | undefined;
  },
): Promise<void> {
  const { type, email, redirect_to, challenge, session } = request;
  // Without the second factor a session is not the account: it must not use up what the account may ask for.
  const own = session?.email === email && !lacksSecondStep(session) ? session : undefined;
  const ownId = own?.user_id;
  const key = emailKey(deps.secrets, email);
  // By address here too: an account can be deleted and made again.
  const asking = ownId === undefined ? key : `itself ${key}`;
  if (!(await isMailAllowed(deps.limiter, `resend ${type} ${asking}`))) return;
  if (type === "email_change" && !(await isChangeMailAllowed(deps, { email, ownId }))) return;
  await inTransaction(deps.db, async (tx) => {
    // Else what is asked for in the account's name could outlive its reset.
    if (own) await lockStrongSession(tx, deps, own);
    const user = await findUserByEmail(tx, email);
    const newEmail = user?.new_email ?? email;
    await requestLinkMail(tx, deps, {
      method: type,
      mails:
        type === "signup"
          ? [{ kind: "auth_confirm_signup", to_address: email }]
          : [
              { kind: "auth_email_change", to_address: newEmail },
              { kind: "auth_email_change_old", to_address: email },
            ],
      email: type === "signup" ? email : newEmail,
      user_id: user?.id,
      redirect_to,
      challenge,
      asked_by_account: ownId !== undefined && ownId === user?.id,
    });
  });
}

/** Whether the mails of a change of address may go out once more; counted alike where there is none. */
async function isChangeMailAllowed(
  { db, limiter, secrets }: AuthDeps,
  { email, ownId }: { email: string; ownId: string | undefined },
): Promise<boolean> {
  const user = await findUserByEmail(db, email);
  const target = emailKey(secrets, user?.new_email ?? email);
  const counted =
    ownId === undefined
      ? { account: `asked again ${user?.id ?? target}`, target: `asked again ${target}` }
      : { account: ownId, target };
  const { allowed } = await countChangeMails(limiter, counted);
  return allowed;
}
