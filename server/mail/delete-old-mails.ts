import { dayMs } from "#contract/values/durations.ts";
import { type MailKind, mailKinds } from "#server/db/mail-kinds.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { deleteEndedMails } from "./queries.ts";

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
 * The kinds that go to owners, whose intents do not come again after that time. Emails to the people of a circle stay with
 * it: whether one was sent decides what its owner may change, and each counts towards a limit. Those about payments stay
 * too, because a provider may report an event again.
 */
const shortLivedKinds = mailKinds.filter(
  (kind) => reportKinds.includes(kind) || kind.startsWith("auth_"),
);

/** Deletes emails to owners that ended long ago. Source: docs/product.md, Retention and erasure. */
export async function deleteOldMails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  // Kind by kind, as the index has them: those that are kept are not passed over.
  for (const kind of shortLivedKinds) {
    while ((await deleteEndedMails(db, { kind, before, limit: batchSize })) === batchSize);
  }
}
