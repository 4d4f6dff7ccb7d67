import type { Tx } from "#server/db/tables.ts";
import type { JobKind, JobPayloads, SweepKind } from "./kinds.ts";

type JobAttempt = {
  /** 1 for the first try. */
  attempt: number;
  /** Whether no further try follows if this one fails. */
  lastAttempt: boolean;
};

/**
 * A kind's handler. If it resolves, the job is done. If it rejects, the job is tried again, after a longer wait each
 * time; if it rejects with {@link UnrecoverableJobError}, the job is given up at once. The same job may run twice (if
 * its process dies after the work and before reporting it), so running it twice must be harmless.
 */
export type JobHandler<Kind extends JobKind> = (
  payload: JobPayloads[Kind],
  attempt: JobAttempt,
) => Promise<void>;

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> };

export type EnqueueOptions = {
  /** The job does not start before this instant; absent: it may start at once. */
  startAfter?: Date;
  /** While a job of this kind and key waits, another one is dropped. Sweeps always have one key per kind. */
  singletonKey?: string;
};

export type Jobs = {
  /** Adds a job to the caller's transaction. The job exists once the transaction commits, and never if it does not. */
  enqueue<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: JobPayloads[Kind],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Starts working on the kinds for which it gets handlers; the other kinds are left to other processes. */
  work(handlers: Partial<JobHandlers>): Promise<void>;
  /**
   * Runs a sweep on a schedule: `cron` has five fields, in UTC. The process calls this again at each start, which
   * replaces the earlier schedule. A time that was missed because no process ran is made up for once.
   */
  schedule(kind: SweepKind, cron: string): Promise<void>;
  /** Takes no more jobs, waits at most 8 s for running ones, and leaves the rest to be tried again. */
  stop(): Promise<void>;
};

/**
 * Thrown by a handler if the job cannot succeed, however often it is tried. What is stored with the job is only the
 * error's name.
 */
export class UnrecoverableJobError extends Error {
  override name = "UnrecoverableJobError";
}

/** Wraps what made the job of an invitee fail: nobody may read in the log that somebody asked for something. */
export class InviteeJobError extends Error {
  override name = "InviteeJobError";
}

/**
 * Thrown by a handler if another run of the same job is doing its work, or was doing it when its process was killed.
 * The job is tried again later, as after a failure, but nothing has failed.
 */
export class AlreadyRunningError extends Error {
  override name = "AlreadyRunningError";
}
