import type { Selectable } from "kysely";
import type { MailKind } from "#server/db/mail-kinds.ts";
import type { EmailsTable } from "#server/db/tables.ts";

export type EmailRow = Selectable<EmailsTable>;

/** A finished email. Codes and links are made when it is composed, so that no row holds a secret. */
export interface ComposedEmail {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

/** The account's owner may not be the person for whom the email was requested. */
export function skipAfterReset(
  mail: Pick<EmailRow, "created_at">,
  { reset_at }: { reset_at: Date | null },
): { skip: string } | undefined {
  if (reset_at === null || mail.created_at >= reset_at) return undefined;
  return { skip: "It was requested before the account was reset." };
}

/** Mail programs offer unsubscribing with them (RFC 8058). @param address stops the emails when it receives a POST */
export function oneClickHeaders(address: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${address}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Composes an email at the moment it is sent, or says why there is no longer a reason to send it. */
export type MailComposer = (mail: EmailRow) => Promise<ComposedEmail | { skip: string }>;

/** The composer of each kind of mail; each feature provides those of its own kinds. */
export type MailComposers = Record<MailKind, MailComposer>;
