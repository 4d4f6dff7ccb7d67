import { dayMs } from "#contract/values/durations.ts";
import { type MailKind, mailKinds } from "#server/db/mail-kinds.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { deleteEndedEmails } from "./queries.ts";

const keptDays = 90;
const batchSize = 1000;

const reportKinds: readonly MailKind[] = [
  "new_responses",
  "release",
  "deadline_reminder",
  "completed",
  "weekly_summary",
  "review_reminder",
];

/**
 * Emails to the people of a circle stay as long as the circle: each counts towards a limit, and decides what the owner
 * may change. Emails about payments stay, because a provider may report an event again.
 */
const shortLivedKinds = mailKinds.filter(
  (kind) => reportKinds.includes(kind) || kind.startsWith("auth_"),
);

/** Deletes emails to owners that were finished long ago. Source: docs/product.md, Retention and erasure. */
export async function deleteOldEmails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  // Deleted kind by kind, in the order of the index, so that no query scans the emails that are kept.
  for (const kind of shortLivedKinds) {
    while ((await deleteEndedEmails(db, { kind, before, limit: batchSize })) === batchSize);
  }
}
