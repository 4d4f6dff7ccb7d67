import type { Deps } from "#server/deps.ts";
import { accountJobs } from "#server/features/account/jobs.ts";
import { adminJobs } from "#server/features/admin/jobs.ts";
import { authMailComposers } from "#server/features/auth/email-composers.ts";
import { sendTextCode } from "#server/features/auth/factors/phone.ts";
import { clearExpiredAuth, rotateKeys } from "#server/features/auth/jobs.ts";
import { billingEmails } from "#server/features/billing/emails/billing-emails.ts";
import { billingJobs } from "#server/features/billing/jobs.ts";
import { circleJobs } from "#server/features/circles/jobs.ts";
import { coverJobs } from "#server/features/covers/jobs.ts";
import { decisionEmails, decisionJobs } from "#server/features/decisions/jobs.ts";
import { insightsJobs } from "#server/features/insights/jobs.ts";
import { inviteEmails, inviteJobs } from "#server/features/invites/jobs.ts";
import { notificationEmails, notificationJobs } from "#server/features/notifications/jobs.ts";
import { databaseJobs } from "#server/jobs/database-jobs.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import { observeJobs } from "#server/jobs/observe-jobs.ts";
import { clearOutbox } from "#server/mail/clear-outbox.ts";
import { deleteOldEmails } from "#server/mail/delete-old-emails.ts";
import { expireLostEmails } from "#server/mail/expire-lost-emails.ts";
import { createMailSenders } from "#server/mail/send-mail.ts";

/** The handler of each job: those of the features, bound to their dependencies. */
export function jobHandlers(deps: Deps): JobHandlers {
  return observeJobs(
    {
      ...createMailSenders({
        ...deps,
        composers: {
          ...authMailComposers(deps),
          ...inviteEmails(deps),
          ...notificationEmails(deps),
          ...decisionEmails(deps),
          ...billingEmails(deps),
        },
      }),
      expire_lost_emails: () => expireLostEmails(deps),
      delete_old_emails: () => deleteOldEmails(deps),
      clear_outbox: () => clearOutbox(deps),
      write_erasure_list: () => deps.erasures.write(),
      clear_expired_auth: clearExpiredAuth(deps),
      rotate_signing_keys: rotateKeys(deps),
      send_text_code: sendTextCode(deps),
      ...databaseJobs(deps),
      ...billingJobs(deps),
      ...circleJobs(deps),
      ...coverJobs(deps),
      ...insightsJobs(deps),
      ...inviteJobs(deps),
      ...accountJobs(deps),
      ...notificationJobs(deps),
      ...decisionJobs(deps),
      ...adminJobs(deps),
    },
    deps,
  );
}

/** Starts the job workers and sets the schedule of the sweeps. Times are UTC. */
export async function startWorker(deps: Deps): Promise<void> {
  await deps.jobs.work(jobHandlers(deps));
  await deps.jobs.schedule("close_due_circles", "* * * * *");
  await deps.jobs.schedule("notify_owners", "* * * * *");
  await deps.jobs.schedule("send_weekly_summaries", "*/5 * * * *");
  await deps.jobs.schedule("remind_pending_people", "*/10 * * * *");
  await deps.jobs.schedule("expire_lost_emails", "*/15 * * * *");
  await deps.jobs.schedule("reconcile_billing", "47 2 * * *");
  await deps.jobs.schedule("remove_unused_covers", "37 * * * *");
  await deps.jobs.schedule("clear_expired_auth", "*/10 * * * *");
  await deps.jobs.schedule("rotate_signing_keys", "*/5 * * * *");
  await deps.jobs.schedule("delete_expired_limit_rows", "7 * * * *");
  await deps.jobs.schedule("clear_outbox", "27 * * * *");
  await deps.jobs.schedule("write_erasure_list", "* * * * *");
  await deps.jobs.schedule("send_review_reminders", "*/15 * * * *");
  await deps.jobs.schedule("delete_old_digest_entries", "27 4 * * *");
  await deps.jobs.schedule("delete_old_emails", "37 4 * * *");
  await deps.jobs.schedule("delete_old_generations", "47 4 * * *");
  await deps.jobs.schedule("clean_disk", "* * * * *");
  await deps.jobs.schedule("vacuum_embedded", "7 3 * * *");
  await deps.jobs.schedule("vacuum_after_changes", "*/5 * * * *");
  await deps.jobs.schedule("count_days", "33 * * * *");
}
