import { CompiledQuery } from "kysely";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Db } from "#server/db/tables.ts";
import type { JobHandler, JobHandlers, Jobs } from "#server/jobs/jobs.ts";
import { type JobKind, type JobPayloads, jobKinds } from "#server/jobs/kinds.ts";
import { addJob, startQueue } from "#server/jobs/queue.ts";
import { runJob } from "#server/jobs/run.ts";
import { type Clock, systemClock } from "#server/system/clock.ts";
import { createLog, type Logger } from "#server/system/log.ts";
import { testDatabaseKind } from "./database/db.ts";

export type TestJobs = Jobs & {
  /**
   * Runs what is due by the test's clock with the handlers given here or to `work`, until nothing is due, and
   * returns how many ran. With `early`, delayed jobs and the retries of failed ones run as well.
   */
  runDue(handlers?: Partial<JobHandlers>, options?: { early?: boolean }): Promise<number>;
  /** The jobs of a kind that wait, including delayed ones. */
  waiting<Kind extends JobKind>(kind: Kind): Promise<JobPayloads[Kind][]>;
  /** The states of the jobs of a kind, sorted, because two may have been made in the same millisecond. */
  states(kind: JobKind): Promise<string[]>;
};

/** One queue for each database handle; a second one would only be slower. */
const queues = new WeakMap<Db, Promise<PgBoss>>();

/**
 * The product's own queue on the test's database, except that nothing runs before the test says so.
 * @param clock the clock by which jobs are due; if absent, the real time
 */
export async function createTestJobs(
  db: Db,
  clock: Clock = systemClock,
  log: Logger = createLog("silent"),
): Promise<TestJobs> {
  const starting =
    queues.get(db) ?? startQueue(db, { kind: testDatabaseKind, works: false }, () => {});
  queues.set(db, starting);
  const boss = await starting;
  let working: Partial<JobHandlers> = {};

  // The queue uses the database's time. So every waiting job is kept as far from that as it is from the
  // test's clock, and is moved closer by as much as that clock has advanced.
  let seen = clock.now().getTime();
  // A test may have replaced Date, which the embedded database follows and a server does not. The earlier of both times
  // is past on either.
  const realNow = () => Math.min(Date.now(), performance.timeOrigin + performance.now());
  const inRealTime = (instant: Date) => new Date(realNow() + instant.getTime() - seen);
  async function followClock(): Promise<void> {
    if (clock === systemClock) return;
    const movedSeconds = (clock.now().getTime() - seen) / 1000;
    seen = clock.now().getTime();
    await db.executeQuery(
      CompiledQuery.raw(
        `update jobs.job set start_after = start_after - make_interval(secs => $1)
         where state in ('created', 'retry')`,
        [movedSeconds],
      ),
    );
  }

  async function giveUp(id: string): Promise<void> {
    await db.executeQuery(
      CompiledQuery.raw("update jobs.job set retry_limit = retry_count where id = $1", [id]),
    );
  }

  /**
   * One query instead of one for each kind, because most kinds are not due. The queue still decides which jobs it
   * returns.
   */
  async function listDueKinds(early: boolean): Promise<Set<string>> {
    const { rows } = await db.executeQuery<{ name: string }>(
      CompiledQuery.raw(
        `select distinct name from jobs.job
         where state in ('created', 'retry') and ($1 or start_after <= jobs.job_now())`,
        [early],
      ),
    );
    return new Set(rows.map(({ name }) => name));
  }

  async function runKind<Kind extends JobKind>(
    kind: Kind,
    handler: JobHandler<Kind>,
    early: boolean,
  ): Promise<number> {
    const [job]: JobWithMetadata<object>[] = await boss.fetch(kind, {
      includeMetadata: true,
      ignoreStartAfter: early,
    });
    if (!job) return 0;
    const result = await runJob(kind, job, handler, log, () => false);
    if (result.status === "completed") await boss.complete(kind, job);
    else {
      if (result.status === "deadletter") await giveUp(job.id);
      await boss.fail(kind, job, result.output);
    }
    return 1;
  }

  return {
    enqueue: (tx, kind, payload, options = {}) =>
      addJob(
        boss,
        tx,
        kind,
        payload,
        clock === systemClock
          ? options
          : { ...options, startAfter: inRealTime(options.startAfter ?? clock.now()) },
      ),
    async work(handlers) {
      working = { ...working, ...handlers };
    },
    async schedule() {},
    async stop() {
      queues.delete(db);
      await boss.stop({ graceful: false });
    },
    async runDue(handlers = {}, { early = false } = {}) {
      const all = { ...working, ...handlers };
      let ran = 0;
      await followClock();
      for (let before = -1; before < ran; ) {
        before = ran;
        let due = await listDueKinds(early);
        for (const kind of jobKinds) {
          const handler = all[kind];
          if (!handler || !due.has(kind)) continue;
          ran += await runKind(kind, handler as JobHandler<JobKind>, early);
          due = await listDueKinds(early);
        }
      }
      return ran;
    },
    async waiting(kind) {
      const jobs = await boss.findJobs<JobPayloads[typeof kind]>(kind, { queued: true });
      return jobs.map(({ data }) => data);
    },
    async states(kind) {
      const jobs = await boss.findJobs(kind);
      return jobs.map(({ state }) => state).toSorted();
    },
  };
}
