import { verifyPath } from "#contract/paths.ts";
import { isBanned } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { MailRow } from "#server/mail/compose.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type FlowRow, findFlow } from "../flow-queries.ts";
import { lockUser, lockUserByEmail, type UserRow } from "../queries.ts";
import { disownType } from "./disown-sign-in.ts";
import { pkcePrefix } from "./one-time-tokens.ts";
import { flowIdOf } from "./request-link-mail.ts";

export type FlowMailDeps = Pick<AuthDeps, "db" | "secrets" | "clock" | "config">;

/** The answer of a composer for a mail that there is no reason to send any more. */
export const skipOutdated = { skip: "No one here is waiting for this email." };

/**
 * Prepares a mail of a request, in a transaction. As everywhere, the account is locked before its links and codes. If
 * the request has no account, the account that has its address now is locked.
 * @returns undefined if the request has ended, the account is suspended, or `prepare` returns undefined
 */
export function prepareFlowMail<Prepared>(
  { db, clock }: FlowMailDeps,
  mail: MailRow,
  prepare: (tx: Tx, flow: FlowRow, user: UserRow | undefined) => Promise<Prepared | undefined>,
): Promise<Prepared | undefined> {
  const flowId = flowIdOf(mail);
  return inTransaction(db, async (tx) => {
    const asked = await findFlow(tx, flowId);
    if (!asked) return undefined;
    const user = await (asked.user_id === null
      ? lockUserByEmail(tx, asked.email)
      : lockUser(tx, asked.user_id));
    // The request may have ended while this transaction waited for the account.
    const flow = await findFlow(tx, flowId);
    if (!flow || (user && isBanned(user, clock.now()))) return undefined;
    return prepare(tx, flow, user);
  });
}

/** The address that the button of a mail opens. */
export function emailedLink(
  { config }: Pick<AuthDeps, "config">,
  { linkToken, flow, type }: { linkToken: string; flow: FlowRow; type: string },
): string {
  const link = new URL(`${config.publicUrl}${verifyPath}`);
  link.search = new URLSearchParams({
    token: flow.code_challenge === null ? linkToken : `${pkcePrefix}${linkToken}`,
    type,
    ...(type !== disownType && { redirect_to: flow.redirect_to }),
  }).toString();
  return link.href;
}
