import type { JobResult } from "pg-boss";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import type { Logger } from "#server/system/log.ts";
import { heartbeats, watchAbandonedJobs } from "./abandoned-jobs.ts";
import { fallbackPollSeconds, watchDueJobs } from "./due-jobs.ts";
import type { JobHandler, JobHandlers, Jobs } from "./jobs.ts";
import { type JobKind, jobKinds, jobSettings } from "./kinds.ts";
import { addJob, createJobGroup, startQueue } from "./queue.ts";
import { runJob } from "./run.ts";

/**
 * Starts the queue over `db`, and makes its tables (schema `jobs`) if they are missing; several processes may do so at
 * once. No job runs until `work` is called.
 * @param works false for a process that only enqueues
 * @param stopWithinMs how long `stop` waits for jobs that are running, at least 1000
 */
export async function startJobs({
  db,
  kind,
  log,
  works = true,
  stopWithinMs = 8_000,
}: {
  db: Db;
  kind: DatabaseKind;
  log: Logger;
  works?: boolean;
  stopWithinMs?: number;
}): Promise<Jobs> {
  let stopped = false;
  const onError = (error: unknown) => {
    // After `stop`, the last polls may find the database closed.
    if (!stopped) log.error({ err: error }, "the job queue reported an error");
  };
  const boss = await startQueue(db, { kind, works }, onError);

  const stopWatches = works ? [await watchAbandonedJobs({ db, kind, log })] : [];
  const wakers = new Map<JobKind, () => void>();

  async function workOn<Kind extends JobKind>(
    jobKind: Kind,
    handler: JobHandler<Kind>,
  ): Promise<void> {
    const { concurrency, isExclusive } = jobSettings[jobKind];
    const options = {
      pollingIntervalSeconds: fallbackPollSeconds,
      heartbeatRefreshSeconds: heartbeats.renewSeconds,
      // A batch ends with its slowest job, and a full batch is followed by the next one at once.
      batchSize: concurrency,
      burstWhenBatchFull: true,
      ...(isExclusive && { groupConcurrency: 1 }),
      includeMetadata: true,
      perJobResults: true,
    } as const;
    const worker = await boss.work(
      jobKind,
      options,
      (batch): Promise<JobResult[]> =>
        Promise.all(batch.map((job) => runJob(jobKind, job, handler, log, () => stopped))),
    );
    wakers.set(jobKind, () => boss.notifyWorker(worker));
  }

  return {
    enqueue: (tx, jobKind, payload, options = {}) => addJob(boss, tx, jobKind, payload, options),
    async work(handlers: Partial<JobHandlers>) {
      for (const jobKind of jobKinds) {
        const handler = handlers[jobKind];
        if (handler) await workOn(jobKind, handler as JobHandler<JobKind>);
      }
      stopWatches.push(watchDueJobs(db, wakers, onError));
    },
    async schedule(sweep, cron) {
      await boss.schedule(sweep, cron, {}, { ...createJobGroup(sweep), tz: "UTC", missed: "once" });
    },
    async stop() {
      await Promise.all(stopWatches.map((stopWatching) => stopWatching()));
      await boss.stop({ graceful: true, timeout: stopWithinMs });
      stopped = true;
    },
  };
}
