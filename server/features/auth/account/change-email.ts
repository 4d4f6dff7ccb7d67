import { AuthError } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { deleteFlows } from "../flow-queries.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { countChangeEmails, emailKey } from "../limits.ts";
import { type LinkMailKind, requestLinkMail } from "../links/request-link-mail.ts";
import { findPendingEmailChange, noEmailChange } from "../pending-email-change.ts";
import { findUserByEmail, type UserRow, updateUserRow } from "../queries.ts";

type EmailChange = {
  new_email: string;
  mayMail: boolean;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
};

/**
 * Plans the change to another address; undefined for the present one. A taken one is treated like any other until its
 * mail is made, where addresses are confirmed.
 */
export async function planEmailChange(
  deps: AuthDeps,
  user: UserRow,
  change: {
    email: string | undefined;
    redirect_to: URL;
    challenge: CodeChallenge | undefined;
  },
): Promise<EmailChange | undefined> {
  const { email, redirect_to, challenge } = change;
  if (email === undefined || email === user.email) return undefined;
  if (!deps.config.authConfirmEmail && (await findUserByEmail(deps.db, email))) {
    throw new AuthError("email_exists");
  }

  const { limiter, secrets } = deps;
  const target = emailKey(secrets, email);
  const counted = await countChangeEmails(limiter, { account: user.id, target });
  if (!counted.allowed) {
    const { retry_after_seconds } = counted;
    throw new AuthError("over_email_send_rate_limit", { retry_after_seconds });
  }
  const { allowed: mayMail } = await limiter.consume(
    "auth_message_spacing",
    `email change to ${target}`,
  );
  return { new_email: email, mayMail, redirect_to, challenge };
}

/**
 * Stores the request and queues its emails. The new address always has to confirm the change. The present one has to if
 * it is proven.
 */
export async function startEmailChange(
  tx: Tx,
  deps: AuthDeps,
  user: UserRow,
  change: EmailChange,
): Promise<void> {
  const now = deps.clock.now();
  const isAskedAgain = findPendingEmailChange(user, now)?.new_email === change.new_email;
  await updateUserRow(tx, user.id, {
    ...(!isAskedAgain && noEmailChange),
    new_email: change.new_email,
    email_change_asked_at: now,
    email_change_sent_at: now,
    updated_at: now,
  });
  // Emails about another address must not confirm this one.
  if (!isAskedAgain) await deleteFlows(tx, { user_id: user.id, method: "email_change" });
  if (!change.mayMail) return;
  await requestLinkMail(tx, deps, {
    method: "email_change",
    emails: listChangeEmails(user, change),
    email: change.new_email,
    user_id: user.id,
    redirect_to: change.redirect_to,
    challenge: change.challenge,
    asked_by_account: true,
  });
}

function listChangeEmails(
  user: UserRow,
  { new_email }: EmailChange,
): { kind: LinkMailKind; to_address: string }[] {
  const ofNew = { kind: "auth_email_change", to_address: new_email } as const;
  return user.email_proven_at
    ? [ofNew, { kind: "auth_email_change_old", to_address: user.email }]
    : [ofNew];
}
