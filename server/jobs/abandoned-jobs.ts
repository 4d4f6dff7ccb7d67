import { sql } from "kysely";
import { isNotPermitted } from "#server/db/errors.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import type { Logger } from "#server/system/log.ts";

/**
 * Distinguishes a killed process from one whose jobs take long: a living process renews the heartbeat of each of its
 * jobs. `silentSeconds`, `lookSeconds` and the longest `pollSeconds` of a kind add up to less than 30 s.
 */
export const heartbeats = {
  /** How often a process renews the heartbeats of its jobs. */
  renewSeconds: 3,
  /** A job whose heartbeat is older than this was abandoned. */
  silentSeconds: 15,
  /** How often each process looks for abandoned jobs. */
  lookSeconds: 4,
  /**
   * When pg-boss itself counts such a job as failed, after which the job waits as after any failure. This has to be
   * later than our own release. If a job has no further try, pg-boss ends it.
   */
  failSeconds: 20,
} as const;

/**
 * Creates the index for finding running jobs, which pg-boss lacks although it keeps finished jobs for weeks. With a
 * role that owns no table, the product works without the index. Call it only while no other process sets up the queues.
 */
export async function indexRunningJobs(db: Db): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('jobs.running_jobs') is not null as is_there`.execute(db);
  if (rows[0]?.is_there) return;
  try {
    await sql`create index if not exists running_jobs on jobs.job (id) where state = 'active'`.execute(
      db,
    );
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
  }
}

/**
 * Makes running jobs whose process has ended available to the next worker, at once. A job that has no further try is
 * left to pg-boss.
 * @param silentSeconds the least age of the heartbeat of such a job; 0: no other process runs jobs of this database
 * @returns how many there were
 */
export async function releaseAbandonedJobs(db: Db, silentSeconds: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update jobs.job set state = 'retry', start_after = jobs.job_now(), heartbeat_on = null
    where state = 'active' and retry_count < retry_limit
      and (${silentSeconds}::int = 0 or (heartbeat_seconds is not null
        and heartbeat_on < jobs.job_now() - ${silentSeconds}::int * interval '1 second'))
  `.execute(db);
  return Number(numAffectedRows);
}

/**
 * Looks for abandoned jobs until the returned function is called. The embedded database belongs to one process, so its
 * jobs are released only once: those that are running when the process starts were abandoned.
 */
export async function watchAbandonedJobs({
  db,
  kind,
  log,
}: {
  db: Db;
  kind: DatabaseKind;
  log: Logger;
}): Promise<() => Promise<void>> {
  if (kind === "embedded") {
    await releaseAbandonedJobs(db, 0);
    return async () => {};
  }
  const { lookSeconds, silentSeconds } = heartbeats;
  let lookedAt = performance.now();
  let looking: Promise<void> | undefined;
  async function look(): Promise<void> {
    const isLate = performance.now() - lookedAt > 2 * lookSeconds * 1000;
    try {
      // If this process or the database was held up, heartbeats may not have been renewed, so the next look decides.
      const count = isLate ? 0 : await releaseAbandonedJobs(db, silentSeconds);
      if (count > 0) log.warn({ count }, "jobs of a process that has ended are run again");
      lookedAt = performance.now();
    } catch (error) {
      log.warn({ err: error }, "abandoned jobs could not be looked for");
    }
  }
  const timer = setInterval(() => {
    // A late look ends before it returns. If it cleared the variable itself, the assignment would come after that.
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, lookSeconds * 1000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
