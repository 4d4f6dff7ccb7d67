import { sql } from "kysely";
import { minuteMs } from "#contract/values/durations.ts";
import { isDiskCleanupLate } from "#server/db/disk-cleanups.ts";
import { findLastBackup } from "#server/db/last-backup.ts";
import { mailKindsOfInvitees } from "#server/db/mail-kinds.ts";
import type { Db } from "#server/db/tables.ts";
import type { DatabaseFigures } from "#server/telemetry/metrics.ts";
import { countedJobKinds, mailJob } from "./observe-jobs.ts";

/** The most that is counted of anything, so that neither a long queue nor many circles make the queries expensive. */
export const maxDueCounted = 1000;
/** A job that runs every minute should have closed the circles within this time. */
const closedWithinMs = 5 * minuteMs;

type DueJobs = DatabaseFigures["dueJobs"][number];

const countedKinds = JSON.stringify(countedJobKinds);
const isDue = sql`state < 'active' and not blocked and start_after <= jobs.job_now()`;
const dueSeconds = sql`coalesce(extract(epoch from jobs.job_now() - min(start_after)), 0)::float8`;

/** With a join with the emails, or a subquery for every kind, PostgreSQL would plan for thousands of emails. */
const dueJobs = sql<DueJobs>`
  select kinds.kind, due.count, due.oldest_seconds
  from jsonb_array_elements_text(${countedKinds}::jsonb) as kinds (kind)
  cross join lateral (
    select count(*) as count, ${dueSeconds} as oldest_seconds
    from (
      select start_after from jobs.job where name = kinds.kind and ${isDue} limit ${maxDueCounted}
    ) as jobs_due
  ) as due
  union all
  select ${mailJob}, count(*), ${dueSeconds} from (
    select start_after from jobs.job
    where name = ${mailJob} and ${isDue} and coalesce(
      (select emails.kind from emails where emails.id = (job.data ->> 'mail_id')::uuid), ''
    ) not in (${sql.join([...mailKindsOfInvitees])})
    limit ${maxDueCounted}
  ) as mails_due`;

const overdueCircles = (closesBy: Date) => sql`
  select from circles where status = 'active' and closes_at <= ${closesBy} limit ${maxDueCounted}`;

/**
 * The figures about the database that `/metrics` shows: the work that is due but not done, and the time of the last
 * backup.
 */
export async function readDatabaseFigures(db: Db, now: Date): Promise<DatabaseFigures> {
  const closesBy = new Date(now.getTime() - closedWithinMs);
  const { rows } = await sql<DueJobs | { kind: null; count: number }>`
    ${dueJobs}
    union all
    select null, count(*), 0 from (${overdueCircles(closesBy)}) as circles_due`.execute(db);
  return {
    dueJobs: rows.filter((row) => row.kind !== null),
    overdueCircles: rows.find(({ kind }) => kind === null)?.count ?? 0,
    isCleanupLate: await isDiskCleanupLate(db, now),
    lastBackupAt: await findLastBackup(db),
  };
}

/**
 * The number of jobs that are due but not done, by kind, read from indexes. Jobs and emails that invitees cause are
 * left out: how many wait, or wait again after a failure, would show who has asked for a link and who has answered.
 */
export async function countDueJobs(db: Db): Promise<DatabaseFigures["dueJobs"]> {
  const { rows } = await dueJobs.execute(db);
  return rows;
}

/** How many circles are still open although their deadline passed by the given instant. */
export async function countOverdueCircles(db: Db, closesBy: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${overdueCircles(closesBy)}) as circles_due`.execute(db);
  return rows[0]?.count ?? 0;
}
