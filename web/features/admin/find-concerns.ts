import type { AdminOverview } from "#contract/admin/overview.ts";
import { formatMinutes, formatNumber } from "./format-figures.ts";

/** Longer than anything that is due should wait. */
const lateMinutes = 10;

/** What an operator should look at, a sentence each; the most urgent first. */
export function findConcerns({ mails, jobs, erasures }: AdminOverview, today: string): string[] {
  const mailMinutes = mails.oldest_due_minutes ?? 0;
  const jobMinutes = Math.max(0, ...jobs.waiting.map((job) => job.oldest_due_minutes ?? 0));
  const failedJobs = sumOf(jobs.failed);
  const failedMails = sumOf(mails.failed);
  const concerns = {
    [`Emails are late: the first has been due for ${formatMinutes(mailMinutes)}.`]:
      mailMinutes >= lateMinutes,
    [`Jobs are late: the first has been due for ${formatMinutes(jobMinutes)}. Is a worker running?`]:
      jobMinutes >= lateMinutes,
    "Today's list of erasures is not written yet.": erasures !== null && erasures.to < today,
    [`Jobs that were given up: ${formatNumber(failedJobs)}.`]: failedJobs > 0,
    [`Emails that could not be sent: ${formatNumber(failedMails)}.`]: failedMails > 0,
  };
  return Object.keys(concerns).filter((sentence) => concerns[sentence]);
}

const sumOf = (rows: readonly { count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0);
