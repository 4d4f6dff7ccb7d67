import { randomUUID } from "node:crypto";
import type { MailKind } from "#server/db/mail-kinds.ts";
import type { Tx } from "#server/db/tables.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type FlowRow, insertFlow } from "../flow-queries.ts";
import type { CodeChallenge } from "../http/pkce.ts";

/** Emails that contain a link or a code, or that answer a request for one. */
export type LinkMailKind = Extract<
  MailKind,
  | "auth_confirm_signup"
  | "auth_already_registered"
  | "auth_recovery"
  | "auth_magic_link"
  | "auth_reauthentication"
  | "auth_new_sign_in"
  | "auth_email_change"
  | "auth_email_change_old"
>;

/**
 * Records the request and queues the email. The same happens whether or not the address has an account; whether
 * there is anything to send is decided when the email is made.
 */
export async function requestLinkMail(
  tx: Tx,
  { jobs, clock }: Pick<AuthDeps, "jobs" | "clock">,
  about: {
    /** If it is missing, the request gets a new id. */
    id?: string;
    method: FlowRow["method"];
    emails: readonly { kind: LinkMailKind; to_address: string }[];
    /** The address that the email is to prove. */
    email: string;
    user_id: string | undefined;
    redirect_to: URL;
    challenge: CodeChallenge | undefined;
    /** Whether the account itself asks, by the call that creates it or from one of its sessions. */
    asked_by_account: boolean;
    /** The data that a sign-in link gives to the account that it creates. */
    data?: Record<string, unknown>;
    /** The only session in which an emailed code is valid. */
    session_id?: string;
  },
): Promise<void> {
  const flowId = about.id ?? randomUUID();
  const now = clock.now();
  await insertFlow(tx, {
    id: flowId,
    user_id: about.user_id ?? null,
    method: about.method,
    email: about.email,
    redirect_to: about.redirect_to.href,
    code_challenge: about.challenge?.challenge ?? null,
    code_challenge_method: about.challenge?.method ?? null,
    asked_by_account: about.asked_by_account,
    user_metadata: about.data && JSON.stringify(about.data),
    session_id: about.session_id ?? null,
    created_at: now,
  });
  for (const { kind, to_address } of about.emails) {
    await requestMail(tx, jobs, {
      kind,
      intent: createIntent(kind, flowId),
      user_id: about.user_id,
      to_address,
      requested_at: now,
    });
  }
}

/** The `intent` of a request's email. Each request asks for each kind of mail once. */
export function createIntent(kind: LinkMailKind, flowId: string): string {
  return `${kind}:${flowId}`;
}

/** The id of the request that asked for an email, read from its intent. */
export function readFlowId(mail: { kind: string; intent: string }): string {
  return mail.intent.slice(mail.kind.length + 1);
}
