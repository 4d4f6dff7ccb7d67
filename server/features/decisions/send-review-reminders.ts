import { dayIn } from "#contract/values/days.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import type { Clock } from "#server/system/clock.ts";
import { hourIn } from "#server/system/days.ts";
import { claimReviewReminder, listDueReviewReminders } from "./queries.ts";

interface ReminderDeps {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  config: { onLoopback: boolean };
}

type DueReminder = Awaited<ReturnType<typeof listDueReviewReminders>>[number];

/** How many reminders one run lists, and how many it requests, before the next run goes on. */
const batchSizes = { listed: 1000, requested: 200 };
const morningHour = 8;
/** The time zone where each day begins first. */
const earliestZone = "Pacific/Kiritimati";

/**
 * Once per date, in the morning of the owner's time zone. Unless the server is on loopback, it waits until the owner
 * has proven their address. @returns whether there may be more than the batch that was requested
 */
export async function sendReviewReminders(deps: ReminderDeps): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const latestDay = dayIn(earliestZone, now);
  let requested = 0;
  let after: string | undefined;
  for (;;) {
    const listed = await listDueReviewReminders(db, {
      latestDay,
      after,
      limit: batchSizes.listed,
    });
    for (const reminder of listed) {
      // The day has begun somewhere, but it is not yet the owner's morning.
      if (hourIn(reminder.time_zone ?? "UTC", reminder.review_date, morningHour) > now) continue;
      if (requested === batchSizes.requested) return true;
      // Only requested ones count, because a run that requests none must not cause another run.
      if (await inTransaction(db, (tx) => requestReminder(tx, deps, reminder, now))) requested += 1;
    }
    if (listed.length < batchSizes.listed) return false;
    after = listed.at(-1)?.circle_id;
  }
}

async function requestReminder(
  tx: Tx,
  { jobs, config }: ReminderDeps,
  { circle_id, owner_id, email, email_proven_at, review_date }: DueReminder,
  now: Date,
): Promise<boolean> {
  if (!(await claimReviewReminder(tx, circle_id, review_date))) return false;
  await requestMail(tx, jobs, {
    kind: "review_reminder",
    intent: `review_reminder ${circle_id} ${review_date}`,
    user_id: owner_id,
    circle_id,
    to_address: email,
    requested_at: now,
    held: !config.onLoopback && email_proven_at === null,
  });
  return true;
}
