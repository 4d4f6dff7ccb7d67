import { isDeepStrictEqual } from "node:util";
import { CompiledQuery } from "kysely";
import { type Db as BossDatabase, fromKysely, PgBoss, type SendOptions } from "pg-boss";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { withTimeLimits } from "#server/db/time-limits.ts";
import { heartbeats, indexRunningJobs } from "./abandoned-jobs.ts";
import { indexFailedJobs } from "./failed-jobs.ts";
import { retireFormerQueues } from "./former-queues.ts";
import type { EnqueueOptions } from "./jobs.ts";
import { type JobKind, type JobPayloads, jobKinds, jobSettings } from "./kinds.ts";

const schema = "jobs";
const retryAtMostSeconds = 3600;
/** The queue counts all of its jobs every minute, finished ones too. */
const finishedKeptSeconds = 24 * 3600;
const finishedDeletedEverySeconds = 3600;
const waitingKeptSeconds = 90 * 24 * 3600;
const lockKey = 5_061_224;
/** pg-boss's own queue, through which a schedule's jobs are made. */
const scheduleQueue = "__pgboss__send-it";
const noEntityId = "00000000-0000-0000-0000-000000000000";

/**
 * The queue over the product's own database handle, with every kind's queue created and looked up.
 *
 * A queue must never be created or changed later: pg-boss would forget it and ask for it on its own
 * connection when a transaction enqueues, and on the embedded database there is no other connection.
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
    if (works) await retireFormerQueues(db);
  });
  return boss;
}

/** pg-boss expects to be first installed by one process alone: two at once fail because both create the schema. */
async function withAdvisoryLock(
  db: Db,
  kind: DatabaseKind,
  work: () => Promise<void>,
): Promise<void> {
  // The embedded database has one process and one connection.
  if (kind === "embedded") return work();
  // Another process may be making the queues on a busy server.
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
      // The embedded database has one process, and may hold up its heartbeats for minutes.
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
    // Without a heartbeat, a sweep whose process is killed in this moment would wait for 15 minutes.
    if (schedules.heartbeatSeconds === heartbeats.failSeconds) return;
    await boss.updateQueue(scheduleQueue, { heartbeatSeconds: heartbeats.failSeconds });
    await remember(boss, scheduleQueue);
  }
}

/** Any query about a queue makes pg-boss look it up and remember it. */
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
 * Adds a job to the caller's transaction: it exists when that commits. A sweep, or a key that waits already, is added
 * once.
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
    // The queues let one job of a key wait; a job without a key of its own gets one no one else has.
    singletonKey: options.singletonKey ?? (isSweep ? kind : crypto.randomUUID()),
    ...groupOf(kind),
  };
  if (options.startAfter) sendOptions.startAfter = options.startAfter;
  await boss.send(kind, payload, sendOptions);
}

/** Only one job of a group is under way at a time, see `groupConcurrency`. */
export function groupOf(kind: JobKind): { group?: { id: string } } {
  return jobSettings[kind].isAlone ? { group: { id: kind } } : {};
}

/**
 * pg-boss's own queries go through the same handle as everything else, so that each queues for the embedded database's
 * one connection and can't break into a transaction.
 */
function throughKysely(db: Db): BossDatabase {
  return {
    async executeSql(text, values = []) {
      const query = CompiledQuery.raw(text, values);
      if (values.length > 0) return rowsOf(await db.executeQuery(query));
      return db.connection().execute(async (connection) => {
        try {
          return rowsOf(await connection.executeQuery(query));
        } catch (error) {
          // A text without values may be a whole transaction. Where it failed, it is still open.
          await connection.executeQuery(CompiledQuery.raw("rollback"));
          throw error;
        }
      });
    },
  };
}

function rowsOf({ rows }: { rows: unknown[] }): { rows: unknown[] } {
  return { rows: [...rows] };
}
