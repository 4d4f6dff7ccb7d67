import type { Selectable } from "kysely";
import type { MailKind } from "#server/db/mail-kinds.ts";
import type { MailsTable } from "#server/db/tables.ts";

export type MailRow = Selectable<MailsTable>;

/** A finished mail. Codes and links are made when it is composed, so that no row holds a secret. */
export interface ComposedMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

/** Why a mail to an account is not sent after a reset: who it was for may not be the account's owner any more. */
export function skipAfterReset(
  mail: Pick<MailRow, "created_at">,
  { reset_at }: { reset_at: Date | null },
): { skip: string } | undefined {
  if (reset_at === null || mail.created_at >= reset_at) return undefined;
  return { skip: "It was requested before the account was reset." };
}

/** How a mail program offers unsubscribing (RFC 8058). @param address answers a POST by stopping the emails */
export function oneClickHeaders(address: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${address}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** A mail's content, made at the moment it is sent; or why it no longer has a reason to be sent. */
export type MailComposer = (mail: MailRow) => Promise<ComposedMail | { skip: string }>;

/** Which feature writes which mail; each provides those of its own kinds. */
export type MailComposers = Record<MailKind, MailComposer>;
