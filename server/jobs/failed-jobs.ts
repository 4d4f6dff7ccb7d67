import { sql } from "kysely";
import { isNotPermitted } from "#server/db/errors.ts";
import type { Db } from "#server/db/tables.ts";
import type { JobKind } from "./kinds.ts";

/**
 * Creates the index for counting failed jobs, which pg-boss lacks. With a role that owns no table, the product works
 * without it. Call it only while no other process sets up the queues.
 */
export async function indexFailedJobs(db: Db): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('jobs.failed_jobs') is not null as is_there`.execute(db);
  if (rows[0]?.is_there) return;
  try {
    await sql`create index if not exists failed_jobs on jobs.job (name) where state = 'failed'`.execute(
      db,
    );
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
  }
}

/** How many jobs of some kinds were given up and are still stored, by kind. */
export async function countFailedJobs(
  db: Db,
  kinds: readonly JobKind[],
): Promise<{ kind: JobKind; count: number }[]> {
  const { rows } = await sql<{ kind: JobKind; count: number }>`
    select name as kind, count(*) as count from jobs.job
    where state = 'failed' and name = any(${[...kinds]}::text[])
    group by name order by name`.execute(db);
  return rows;
}

/** How many jobs of some kinds wait, by kind, and for how many minutes the one that was due first has been due. */
export async function countWaitingJobs(
  db: Db,
  kinds: readonly JobKind[],
): Promise<{ kind: JobKind; waiting_count: number; oldest_due_minutes: number | null }[]> {
  const { rows } = await sql<{
    kind: JobKind;
    waiting_count: number;
    oldest_due_minutes: number | null;
  }>`
    select name as kind, count(*) as waiting_count,
      floor(extract(epoch from jobs.job_now() - min(start_after) filter (where start_after <= jobs.job_now())) / 60)
        ::integer as oldest_due_minutes
    from jobs.job
    where state < 'active' and not blocked and name = any(${[...kinds]}::text[])
    group by name order by name`.execute(db);
  return rows;
}
