import { sql } from "kysely";
import { isNotPermitted } from "#server/db/errors.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import type { Logger } from "#server/system/log.ts";

/**
 * Distinguishes a killed process from one whose jobs take long: a living process renews the heartbeat of each
 * of its jobs. With the longest `pollSeconds` of a kind, `silentSeconds` and `lookSeconds` come to less than 30 s.
 */
export const heartbeats = {
  /** How often a process renews the heartbeats of its jobs. */
  renewSeconds: 3,
  /** A job whose heartbeat is older was abandoned. */
  silentSeconds: 15,
  /** How often each process looks for abandoned jobs. */
  lookSeconds: 4,
  /**
   * When pg-boss itself counts such a job as failed, after which it waits as after any failure: later than we do. It
   * ends those that have no further try.
   */
  failSeconds: 20,
} as const;

/**
 * The index by which running jobs are found. pg-boss has none, and keeps finished jobs for weeks. A role that owns no
 * table works without it. Call it where one process alone sets up the queues.
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
 * Makes running jobs whose process has ended wait for the next worker, at once. A job that has no further try is left to
 * pg-boss.
 * @param silentSeconds how old the heartbeat of such a job is at least; 0: no other process runs jobs of this database
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
 * Looks for abandoned jobs until the returned function is called. The embedded database belongs to one process, so there
 * they are released once: what was running when that process starts was abandoned.
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
      // While this process or the database was held up, no heartbeat may have been renewed: the next look decides.
      const count = isLate ? 0 : await releaseAbandonedJobs(db, silentSeconds);
      if (count > 0) log.warn({ count }, "jobs of a process that has ended are run again");
      lookedAt = performance.now();
    } catch (error) {
      log.warn({ err: error }, "abandoned jobs could not be looked for");
    } finally {
      looking = undefined;
    }
  }
  const timer = setInterval(() => {
    looking ??= look();
  }, lookSeconds * 1000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
