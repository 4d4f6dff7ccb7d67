import { sql } from "kysely";
import { minuteMs } from "#contract/values/durations.ts";
import { isDiskCleanupLate } from "#server/db/disk-cleanups.ts";
import { findLastBackup } from "#server/db/last-backup.ts";
import type { Db } from "#server/db/tables.ts";
import type { DatabaseFigures } from "#server/telemetry/metrics.ts";
import { type JobKind, jobKinds } from "./kinds.ts";
import { kindsOfInvitees } from "./observe-jobs.ts";

/** Neither a long queue nor many circles make the question expensive. */
const maxCounted = 1000;
/** A job looks for them every minute. */
const closedWithinMs = 5 * minuteMs;

/** Emails are counted apart, because some of them are an invitee's. */
const mailJob: JobKind = "send_mail";
const countedKinds = JSON.stringify(
  jobKinds.filter((kind) => !kindsOfInvitees.has(kind) && kind !== mailJob),
);
const isDue = sql`state < 'active' and not blocked and start_after <= jobs.job_now()`;
const dueSeconds = sql`coalesce(extract(epoch from jobs.job_now() - min(start_after)), 0)::float8`;

/**
 * What is due and not done, read from indexes, and when the last backup was made. Jobs and emails that invitees cause are not among it: how many wait, or
 * wait again after a failure, would show who has asked for a link, and who has answered.
 */
export async function readOverdueWork(db: Db, now: Date): Promise<DatabaseFigures> {
  // A join with the emails, or a subquery in every kind's count, would be planned for thousands of them.
  const { rows } = await sql<{
    kind: string | null;
    count: number;
    oldest_seconds: number;
  }>`
    select kinds.kind, due.count, due.oldest_seconds
    from jsonb_array_elements_text(${countedKinds}::jsonb) as kinds (kind)
    cross join lateral (
      select count(*) as count, ${dueSeconds} as oldest_seconds
      from (
        select start_after from jobs.job where name = kinds.kind and ${isDue} limit ${maxCounted}
      ) as jobs_due
    ) as due
    union all
    select ${mailJob}, count(*), ${dueSeconds} from (
      select start_after from jobs.job
      where name = ${mailJob} and ${isDue} and coalesce(
        (select mails.kind from mails where mails.id = (job.data ->> 'mail_id')::uuid), ''
      ) <> 'private_link'
      limit ${maxCounted}
    ) as mails_due
    union all
    select null, count(*), 0 from (
      select from circles
      where status = 'active' and closes_at <= ${new Date(now.getTime() - closedWithinMs)}
      limit ${maxCounted}
    ) as circles_due`.execute(db);
  return {
    dueJobs: rows.flatMap(({ kind, ...due }) => (kind === null ? [] : [{ kind, ...due }])),
    overdueCircles: rows.find(({ kind }) => kind === null)?.count ?? 0,
    isCleanupLate: await isDiskCleanupLate(db, now),
    lastBackupAt: await findLastBackup(db),
  };
}
