import type { Tx } from "#server/db/tables.ts";
import type { JobKind, JobPayloads, SweepKind } from "./kinds.ts";

type JobAttempt = {
  /** 1 at the first try. */
  attempt: number;
  /** Whether a failure now is the last one. */
  lastAttempt: boolean;
};

/**
 * A kind's handler. Resolves: done. Rejects: retried later, each time after a longer wait. Rejects with {@link
 * UnrecoverableJobError}: given up at once. The same job may run twice (a process that dies after the work and before
 * its report), so running it twice must be harmless.
 */
export type JobHandler<Kind extends JobKind> = (
  payload: JobPayloads[Kind],
  attempt: JobAttempt,
) => Promise<void>;

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> };

export type EnqueueOptions = {
  /** Not before this instant; absent: at once. */
  startAfter?: Date;
  /** While a job of this kind and key waits, another is dropped. Sweeps always have one key per kind. */
  singletonKey?: string;
};

export type Jobs = {
  /** Adds a job to the caller's transaction: it exists when that commits, and never if it does not. */
  enqueue<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: JobPayloads[Kind],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Starts working on the kinds it gets handlers for; the others wait for another process. */
  work(handlers: Partial<JobHandlers>): Promise<void>;
  /**
   * Starts a sweep by the clock: `cron` is five fields, in UTC. Each start of the process calls it again, which
   * replaces the earlier schedule. A time missed while no process ran is made up for once.
   */
  schedule(kind: SweepKind, cron: string): Promise<void>;
  /** Takes no more jobs, waits at most 8 s for running ones, and returns the rest for retry. */
  stop(): Promise<void>;
};

/** Thrown by a handler whose job cannot succeed however often it is tried; the reason is kept with the job. */
export class UnrecoverableJobError extends Error {
  override name = "UnrecoverableJobError";
}

/**
 * Thrown by a handler whose work another run of the same job is doing, or was doing when its process was killed. The job
 * is tried again later, as after a failure, but nothing has failed.
 */
export class HeldByAnotherRunError extends Error {
  override name = "HeldByAnotherRunError";
}
