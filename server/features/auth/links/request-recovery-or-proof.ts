import { lockStrongSession } from "#server/access/lock-session.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { countChangeEmails, emailKey, isMailAllowed } from "../limits.ts";
import { findUserByEmail, lockUserByEmail } from "../queries.ts";
import { requestLinkMail } from "./request-link-mail.ts";

type MailRequest = {
  email: string;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
  caller: Caller;
};

/**
 * Requests an email for setting a new password. The response and its duration are the same whether or not the address has
 * an account.
 */
export async function requestRecovery(deps: AuthDeps, request: MailRequest): Promise<void> {
  const { email, redirect_to, challenge, caller } = request;
  // Requests that were made while the address had no account, or belonged to another one, must not use up the limit of
  // the present account's owner.
  const asked = await findUserByEmail(deps.db, email);
  const target = `recovery ${asked?.id ?? ""} ${emailKey(deps.secrets, email)}`;
  if (!(await isMailAllowed(deps.limiter, target))) return;
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    await requestLinkMail(tx, deps, {
      method: "recovery",
      emails: [{ kind: "auth_recovery", to_address: email }],
      email,
      user_id: user?.id,
      redirect_to,
      challenge,
      asked_by_account: false,
    });
    await recordAudit(tx, "user_recovery_requested", {
      user_id: user?.id,
      caller,
      now: deps.clock.now(),
    });
  });
}

/**
 * Requests again the email that proves an address, or those of a change. It does not reveal whether there is an account;
 * a session of the account itself is counted separately from strangers.
 */
export async function resendProof(
  deps: AuthDeps,
  request: Omit<MailRequest, "caller"> & {
    type: "signup" | "email_change";
    session: AuthenticatedSession | undefined;
  },
): Promise<void> {
  const { type, email, redirect_to, challenge, session } = request;
  // A session without the second factor does not count as the account, so it must not use up the account's limit.
  const own = session?.email === email && !lacksSecondStep(session) ? session : undefined;
  const ownId = own?.user_id;
  const key = emailKey(deps.secrets, email);
  // These requests are counted by address too, because an account can be deleted and made again.
  const asking = ownId === undefined ? key : `itself ${key}`;
  if (!(await isMailAllowed(deps.limiter, `resend ${type} ${asking}`))) return;
  if (type === "email_change" && !(await isChangeMailAllowed(deps, { email, ownId }))) return;
  await inTransaction(deps.db, async (tx) => {
    // Otherwise, a request in the account's name could outlive the reset of the account.
    if (own) await lockStrongSession(tx, deps, own);
    const user = await findUserByEmail(tx, email);
    const newEmail = user?.new_email ?? email;
    await requestLinkMail(tx, deps, {
      method: type,
      emails:
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

/** Whether the emails of a change of address may be sent again. The request is counted even if no change is pending. */
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
  const { allowed } = await countChangeEmails(limiter, counted);
  return allowed;
}
