import { CompiledQuery } from "kysely";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { pino } from "pino";
import type { Db } from "#server/db/tables.ts";
import type { JobHandler, JobHandlers, Jobs } from "#server/jobs/jobs.ts";
import { type JobKind, type JobPayloads, job_kinds } from "#server/jobs/kinds.ts";
import { addJob, startQueue } from "#server/jobs/queue.ts";
import { runJob } from "#server/jobs/run.ts";
import { test_database_kind } from "./db.ts";

export type TestJobs = Jobs & {
  /**
   * Runs what is due with the handlers given here or to `work`, until nothing is due, and tells how many ran.
   * Jobs put off until later, and the retries of failed ones, are run as well with `early`.
   */
  runDue(handlers?: Partial<JobHandlers>, options?: { early?: boolean }): Promise<number>;
  /** The jobs of a kind that wait, the put off ones too. */
  waiting<Kind extends JobKind>(kind: Kind): Promise<JobPayloads[Kind][]>;
  /** How the jobs of a kind stand, in the order they were made. */
  states(kind: JobKind): Promise<string[]>;
};

/** One queue a database handle; a second one would only be slower. */
const queues = new WeakMap<Db, Promise<PgBoss>>();

/** The product's own queue on the test's database, except that nothing runs before the test says so. */
export async function createTestJobs(db: Db): Promise<TestJobs> {
  const starting =
    queues.get(db) ?? startQueue(db, { kind: test_database_kind, works: false }, () => {});
  queues.set(db, starting);
  const boss = await starting;
  const log = pino({ level: "silent" });
  let working: Partial<JobHandlers> = {};

  async function giveUp(id: string): Promise<void> {
    await db.executeQuery(
      CompiledQuery.raw("update jobs.job set retry_limit = retry_count where id = $1", [id]),
    );
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
    const result = await runJob(kind, job, handler, log);
    if (result.status === "completed") await boss.complete(kind, job);
    else {
      if (result.status === "deadletter") await giveUp(job.id);
      await boss.fail(kind, job, result.output);
    }
    return 1;
  }

  return {
    enqueue: (tx, kind, payload, options = {}) => addJob(boss, tx, kind, payload, options),
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
      for (let before = -1; before < ran; ) {
        before = ran;
        for (const kind of job_kinds) {
          const handler = all[kind];
          if (handler) ran += await runKind(kind, handler as JobHandler<JobKind>, early);
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
      return jobs
        .toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime())
        .map(({ state }) => state);
    },
  };
}
