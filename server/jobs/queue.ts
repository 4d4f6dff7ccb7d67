import { isDeepStrictEqual } from "node:util";
import { CompiledQuery } from "kysely";
import { type Db as BossDatabase, fromKysely, PgBoss, type SendOptions } from "pg-boss";
import { daySeconds, hourSeconds } from "#contract/values/durations.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { withTimeLimits } from "#server/db/time-limits.ts";
import { heartbeats, indexRunningJobs } from "./abandoned-jobs.ts";
import { indexFailedJobs } from "./failed-jobs.ts";
import type { EnqueueOptions } from "./jobs.ts";
import { type JobKind, type JobPayloads, jobKinds, jobSettings } from "./kinds.ts";

const schema = "jobs";
const retryAtMostSeconds = hourSeconds;
/** Kept no longer because the queue counts all of its jobs every minute, including finished ones. */
const finishedKeptSeconds = daySeconds;
const finishedDeletedEverySeconds = hourSeconds;
const waitingKeptSeconds = 90 * daySeconds;
const lockKey = 5_061_224;
/** pg-boss's own queue, through which schedules create jobs. */
const scheduleQueue = "__pgboss__send-it";
const noEntityId = "00000000-0000-0000-0000-000000000000";

/**
 * Starts the queue over the product's own database handle, and creates and looks up the queue of every kind.
 *
 * A queue must never be created or changed later: pg-boss would forget it and, when a transaction enqueues, look it up
 * on a connection of its own; the embedded database has no other connection.
 * @param works whether this process runs and schedules jobs, or only enqueues them
 */
export async function startQueue(
  db: Db,
  { kind, works }: { kind: DatabaseKind; works: boolean },
  onError: (error: unknown) => void,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: throughKysely(db),
    backend: kind === "embedded" ? "pglite" : "postgres",
    schema,
    supervise: works,
    maintenanceIntervalSeconds: finishedDeletedEverySeconds,
    schedule: works,
  });
  boss.on("error", onError);
  await withAdvisoryLock(db, kind, async () => {
    await boss.start();
    await setUpQueues(boss, kind);
    await indexRunningJobs(db);
    await indexFailedJobs(db);
  });
  return boss;
}

/** pg-boss has to be installed by one process alone: two at once fail because both create the schema. */
async function withAdvisoryLock(
  db: Db,
  kind: DatabaseKind,
  work: () => Promise<void>,
): Promise<void> {
  // The embedded database has one process and one connection.
  if (kind === "embedded") return work();
  // No time limits, because another process may be making the queues on a busy server.
  await withTimeLimits(db, { statement: "0", lock: "0" }, async (connection) => {
    await connection.executeQuery(CompiledQuery.raw("select pg_advisory_lock($1)", [lockKey]));
    try {
      await work();
    } finally {
      await connection.executeQuery(CompiledQuery.raw("select pg_advisory_unlock($1)", [lockKey]));
    }
  });
}

async function setUpQueues(boss: PgBoss, database: DatabaseKind): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const kind of jobKinds) {
    const settings = {
      ...queueSettings(kind),
      // The embedded database has only one process, whose heartbeats it may delay for minutes.
      ...(database === "postgres" && { heartbeatSeconds: heartbeats.failSeconds }),
    };
    const queue = existing.get(kind);
    if (!queue) await boss.createQueue(kind, { ...settings, policy: "short" });
    else if (isDeepStrictEqual({ ...queue, ...settings }, queue)) continue;
    else await boss.updateQueue(kind, settings);
    await remember(boss, kind);
  }
  const schedules = existing.get(scheduleQueue);
  if (database === "postgres" && schedules) {
    // Without a heartbeat, a sweep would wait for 15 minutes if its process were killed at this moment.
    if (schedules.heartbeatSeconds === heartbeats.failSeconds) return;
    await boss.updateQueue(scheduleQueue, { heartbeatSeconds: heartbeats.failSeconds });
    await remember(boss, scheduleQueue);
  }
}

/** Makes pg-boss look a queue up and remember it, as any query about the queue does. */
async function remember(boss: PgBoss, queue: string): Promise<void> {
  await boss.findJobs(queue, { id: noEntityId });
}

function queueSettings(kind: JobKind) {
  const { tries, retrySeconds, stuckAfterSeconds, ...settings } = jobSettings[kind];
  return {
    retryLimit: tries - 1,
    retryDelay: retrySeconds,
    retryBackoff: true,
    retryDelayMax: retryAtMostSeconds,
    expireInSeconds: stuckAfterSeconds,
    retentionSeconds: waitingKeptSeconds,
    deleteAfterSeconds: settings.finishedKeptSeconds ?? finishedKeptSeconds,
  };
}

/**
 * Adds a job to the caller's transaction; it exists once that commits. If a sweep, or a job with the same key, waits
 * already, no second one is added.
 */
export async function addJob<Kind extends JobKind>(
  boss: PgBoss,
  tx: Tx,
  kind: Kind,
  payload: JobPayloads[Kind],
  options: EnqueueOptions,
): Promise<void> {
  const isSweep = Object.keys(payload).length === 0;
  const sendOptions: SendOptions = {
    db: fromKysely(tx),
    // A queue lets one job for each key wait, so a job without a key gets one that no other job has.
    singletonKey: options.singletonKey ?? (isSweep ? kind : crypto.randomUUID()),
    ...createJobGroup(kind),
  };
  if (options.startAfter) sendOptions.startAfter = options.startAfter;
  await boss.send(kind, payload, sendOptions);
}

/** Only one job of a group is running at a time, see `groupConcurrency`. */
export function createJobGroup(kind: JobKind): { group?: { id: string } } {
  return jobSettings[kind].isExclusive ? { group: { id: kind } } : {};
}

/**
 * Runs pg-boss's own queries through the same handle as everything else, so that each of them waits its turn for the
 * embedded database's one connection and cannot interfere with a transaction.
 */
function throughKysely(db: Db): BossDatabase {
  return {
    async executeSql(text, values = []) {
      const query = CompiledQuery.raw(text, values);
      if (values.length > 0) return copyRows(await db.executeQuery(query));
      return db.connection().execute(async (connection) => {
        try {
          return copyRows(await connection.executeQuery(query));
        } catch (error) {
          // A text without values may be a whole transaction. If it failed, the transaction is still open.
          await connection.executeQuery(CompiledQuery.raw("rollback"));
          throw error;
        }
      });
    },
  };
}

function copyRows({ rows }: { rows: unknown[] }): { rows: unknown[] } {
  return { rows: [...rows] };
}
