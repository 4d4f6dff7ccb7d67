import { type AdminOverview, backupMaxAgeDays } from "#contract/admin/overview.ts";
import { dayOf } from "#contract/values/days.ts";
import { dayMs } from "#contract/values/durations.ts";
import { formatMinutes, formatNumber } from "./format-figures.ts";

/** Nothing that is due should wait as long as this. */
const lateMinutes = 10;

/** What an operator should look at, one sentence each, the most urgent first. */
export function findConcerns(
  { mails, jobs, erasures, last_backup_at }: AdminOverview,
  now: Date,
): string[] {
  const today = dayOf(now);
  const mailMinutes = mails.oldest_due_minutes ?? 0;
  const jobMinutes = Math.max(0, ...jobs.waiting.map((job) => job.oldest_due_minutes ?? 0));
  const failedJobs = sumOf(jobs.failed);
  const failedMails = sumOf(mails.failed);
  const concerns = {
    [`Emails are late: the first has been due for ${formatMinutes(mailMinutes)}.`]:
      mailMinutes >= lateMinutes,
    [`Jobs are late: the first has been due for ${formatMinutes(jobMinutes)}. Is a worker running?`]:
      jobMinutes >= lateMinutes,
    "No backup has been made yet.": last_backup_at === null,
    [`There is no backup of the last ${backupMaxAgeDays} days.`]:
      last_backup_at !== null &&
      now.getTime() - Date.parse(last_backup_at) > backupMaxAgeDays * dayMs,
    "Today's list of erasures is not written yet.": erasures !== null && erasures.to < today,
    [`Jobs that were given up: ${formatNumber(failedJobs)}.`]: failedJobs > 0,
    [`Emails that could not be sent: ${formatNumber(failedMails)}.`]: failedMails > 0,
  };
  return Object.keys(concerns).filter((sentence) => concerns[sentence]);
}

const sumOf = (rows: readonly { count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0);
