import { dayIn } from "#contract/values/days.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import type { Clock } from "#server/system/clock.ts";
import { hourIn } from "#server/system/days.ts";
import { claimReviewReminder, listDueReviewReminders } from "./queries.ts";

const morningHour = 8;
/** The time zone where each day begins first. */
const earliestZone = "Pacific/Kiritimati";

/**
 * Queues the review reminder of every review date that is due, in the morning of its owner's time zone; once
 * per date, however often this runs. Off loopback it waits until the owner has proven their address.
 */
export async function sendReviewReminders({
  db,
  jobs,
  clock,
  config,
}: {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  config: { onLoopback: boolean };
}): Promise<void> {
  const now = clock.now();
  const due = await listDueReviewReminders(db, dayIn(earliestZone, now));
  for (const { circle_id, owner_id, email, email_proven_at, time_zone, review_date } of due) {
    if (hourIn(time_zone ?? "UTC", review_date, morningHour) > now) continue;
    await inTransaction(db, async (tx) => {
      if (!(await claimReviewReminder(tx, circle_id, review_date))) return;
      await requestMail(tx, jobs, {
        kind: "review_reminder",
        intent: `review_reminder ${circle_id} ${review_date}`,
        user_id: owner_id,
        circle_id,
        to_address: email,
        requested_at: now,
        held: !config.onLoopback && email_proven_at === null,
      });
    });
  }
}
