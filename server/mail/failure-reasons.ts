import { type RawBuilder, sql } from "kysely";
import type { MailFailure } from "#contract/admin/figures.ts";

/** The beginnings of the reasons that are stored for emails that were not sent; the mail server's reply may follow. */
export const notSentReasons = {
  addressRefused: "The mail server refused this address",
  lettersRefused: "The mail server doesn't accept non-ASCII characters before the @",
  notTaken: "The mail server did not accept the email",
  unreachable: "The mail server could not be reached.",
  tooSlow: "The mail server took too long.",
  cutShort: "Sending was interrupted on the last attempt. The email may not have been delivered.",
  tooManyEmails: "This address has received too many emails. Please try again tomorrow.",
  restored: "It was due before a backup was restored, so it may have arrived.",
} as const;

const classes: Record<keyof typeof notSentReasons, MailFailure> = {
  addressRefused: "address_refused",
  lettersRefused: "address_refused",
  notTaken: "not_taken",
  unreachable: "unreachable",
  tooSlow: "too_slow",
  cutShort: "cut_short",
  tooManyEmails: "other",
  restored: "restored",
};
const classesByReason = Object.entries(classes).map(
  ([name, failure]) => [notSentReasons[name as keyof typeof notSentReasons], failure] as const,
);

export function classifyReason(reason: string): MailFailure {
  return classesByReason.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? "other";
}

/** The same for the reason in the `emails` row of the surrounding query. */
export function selectFailure(): RawBuilder<MailFailure> {
  const cases = classesByReason.map(
    ([beginning, failure]) =>
      sql`when starts_with(emails.reason, ${beginning}) then ${sql.lit(failure)}`,
  );
  return sql<MailFailure>`case ${sql.join(cases, sql` `)} else 'other' end`;
}
