import { addDays, dayIn } from "#contract/values/days.ts";
import { setWeeklyDue } from "#server/access/profiles.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { endOfDayIn, nextMondayAtNine } from "#server/system/days.ts";
import { findNotificationAddress, type NotificationDeps } from "./notification-address.ts";
import { findWeekActivity, listWeeklyDue, lockWeeklyDue } from "./queries.ts";

const batchSize = 200;

export type WeekNews = Awaited<ReturnType<typeof findWeekActivity>>;

/**
 * Once, on Monday from nine o'clock in the owner's time zone; a missed Monday is not made up for. Source:
 * docs/product.md, Emails. @returns whether there may be more than the batch that was done
 */
export async function sendWeeklySummaries(deps: NotificationDeps): Promise<boolean> {
  const now = deps.clock.now();
  const due = await listWeeklyDue(deps.db, now, batchSize);
  for (const userId of due) {
    await inTransaction(deps.db, (tx) => sendSummary(tx, deps, userId, now));
  }
  return due.length === batchSize;
}

async function sendSummary(
  tx: Tx,
  deps: NotificationDeps,
  userId: string,
  now: Date,
): Promise<void> {
  const profile = await lockWeeklyDue(tx, userId, now);
  if (profile === undefined) return;
  const timeZone = profile.time_zone ?? "UTC";
  await setWeeklyDue(tx, userId, nextMondayAtNine(timeZone, now));
  if (profile.weekly_due_at === null) return;

  const monday = dayIn(timeZone, profile.weekly_due_at);
  if (dayIn(timeZone, now) !== monday) return;
  const toAddress = await findNotificationAddress(tx, deps, userId, "notify_weekly");
  if (toAddress === undefined) return;
  if ((await summarizeWeek(tx, userId, timeZone, monday)).length === 0) return;
  await requestMail(tx, deps.jobs, {
    kind: "weekly_summary",
    intent: `weekly_summary ${userId} ${monday}`,
    user_id: userId,
    to_address: toAddress,
    requested_at: now,
  });
}

export function summarizeWeek(
  db: Db,
  userId: string,
  timeZone: string,
  monday: string,
): Promise<WeekNews> {
  const findDayStart = (day: string) => endOfDayIn(timeZone, addDays(day, -1));
  const firstDay = addDays(monday, -7);
  return findWeekActivity(
    db,
    userId,
    { monday, firstDay, from: findDayStart(firstDay), to: findDayStart(monday) },
    addDays(monday, 7),
  );
}
