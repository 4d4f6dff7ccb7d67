import { type RawBuilder, sql } from "kysely";
import type { MailFailure } from "#contract/admin/figures.ts";

/** The beginnings of the reasons that are stored for mails that were not sent; the mail server's reply may follow. */
export const notSentReasons = {
  addressRefused: "The mail server refused this address",
  lettersRefused: "The mail server doesn't accept non-ASCII characters before the @",
  notTaken: "The mail server did not accept the email",
  unreachable: "The mail server could not be reached.",
  tooSlow: "The mail server took too long.",
  cutShort: "Sending was interrupted on the last attempt. The email may not have been delivered.",
  restored: "It was due before a backup was restored, so it may have arrived.",
} as const;

/** The class of the reason in the `mails` row of the surrounding query. The reason itself may contain an address. */
export function failureOf(): RawBuilder<MailFailure> {
  const begins = (reason: string) => sql`starts_with(mails.reason, ${reason})`;
  return sql<MailFailure>`case
    when ${begins(notSentReasons.addressRefused)} or ${begins(notSentReasons.lettersRefused)} then 'address_refused'
    when ${begins(notSentReasons.notTaken)} then 'not_taken'
    when ${begins(notSentReasons.unreachable)} then 'unreachable'
    when ${begins(notSentReasons.tooSlow)} then 'too_slow'
    when ${begins(notSentReasons.cutShort)} then 'cut_short'
    when ${begins(notSentReasons.restored)} then 'restored'
    else 'other' end`;
}
