import { setWeeklyDue } from "#server/access/profiles.ts";
import { addDays, dayIn, endOfDayIn, nextMondayAtNine } from "#server/days.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { findNotificationAddress, type NotificationDeps } from "./notification-address.ts";
import { listWeeklyDue, listWeekNews, lockWeeklyDue } from "./queries.ts";

const at_once = 200;

export type WeekNews = Awaited<ReturnType<typeof listWeekNews>>;

/**
 * Queues the weekly summaries that are due: on Monday from nine in the owner's time zone, once, and only if
 * there is something to report. A missed Monday is not made up for. Source: docs/product.md, Emails.
 */
export async function sendWeeklySummaries(deps: NotificationDeps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const due = await listWeeklyDue(deps.db, now, at_once);
    for (const user_id of due) {
      await inTransaction(deps.db, (tx) => sendSummary(tx, deps, user_id, now));
    }
    if (due.length < at_once) return;
  }
}

async function sendSummary(
  tx: Tx,
  deps: NotificationDeps,
  user_id: string,
  now: Date,
): Promise<void> {
  const profile = await lockWeeklyDue(tx, user_id, now);
  if (profile === undefined) return;
  const time_zone = profile.time_zone ?? "UTC";
  await setWeeklyDue(tx, user_id, nextMondayAtNine(time_zone, now));
  if (profile.weekly_due_at === null) return;

  const monday = dayIn(time_zone, profile.weekly_due_at);
  if (dayIn(time_zone, now) !== monday) return;
  const to_address = await findNotificationAddress(tx, deps, user_id, "notify_weekly");
  if (to_address === undefined) return;
  if ((await listNewsOfWeek(tx, user_id, time_zone, monday)).length === 0) return;
  await requestMail(tx, deps.jobs, {
    kind: "weekly_summary",
    intent: `weekly_summary ${user_id} ${monday}`,
    user_id,
    to_address,
    requested_at: now,
  });
}

/** What to report of the week before a Monday, and of the week that begins with it. */
export function listNewsOfWeek(
  db: Db,
  user_id: string,
  time_zone: string,
  monday: string,
): Promise<WeekNews> {
  const beginOf = (day: string) => endOfDayIn(time_zone, addDays(day, -1));
  const first_day = addDays(monday, -7);
  return listWeekNews(
    db,
    user_id,
    { monday, first_day, from: beginOf(first_day), to: beginOf(monday) },
    addDays(monday, 7),
  );
}
