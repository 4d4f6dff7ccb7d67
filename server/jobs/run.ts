import type { JobResult, JobWithMetadata } from "pg-boss";
import type { Logger } from "#server/system/log.ts";
import {
  AlreadyRunningError,
  InviteeJobError,
  type JobHandler,
  UnrecoverableJobError,
} from "./jobs.ts";
import type { JobKind, JobPayloads } from "./kinds.ts";
import { kindsOfInvitees } from "./observe-jobs.ts";

/**
 * Runs one job and returns its outcome. It never rejects, so that no job of a batch makes another one fail.
 * @param isCutOff whether the process has stopped waiting for the job; the database may be closed by then
 */
export async function runJob<Kind extends JobKind>(
  kind: Kind,
  job: JobWithMetadata<unknown>,
  handler: JobHandler<Kind>,
  log: Logger,
  isCutOff: () => boolean,
): Promise<JobResult> {
  const attempt = job.retryCount + 1;
  const lastAttempt = job.retryCount >= job.retryLimit;
  const about = { job: kind, job_id: job.id, attempt };
  try {
    // The payload was written by `enqueue`, whose types ensure its form.
    await handler(job.data as JobPayloads[Kind], { attempt, lastAttempt });
    return { id: job.id, status: "completed" };
  } catch (thrown) {
    const isOfInvitee = kindsOfInvitees.has(kind) || thrown instanceof InviteeJobError;
    const error = thrown instanceof InviteeJobError ? thrown.cause : thrown;
    const write = (level: "info" | "warn" | "error", data: object, message: string) =>
      log[isOfInvitee ? "debug" : level](data, message);
    // The message is left out, because it may contain somebody's address, and what is stored here outlives their
    // account.
    const output = { name: error instanceof Error ? error.name : typeof error };
    if (error instanceof UnrecoverableJobError) {
      write("error", { ...about, err: error }, "job given up: it cannot succeed");
      return { id: job.id, status: "deadletter", output };
    }
    if (isCutOff()) write("info", about, "job interrupted because this process stops");
    else if (lastAttempt)
      write("error", { ...about, err: error }, "job given up after its last try");
    else if (error instanceof AlreadyRunningError)
      write("info", about, "job waits for another run of it");
    else write("warn", { ...about, err: error }, "job failed, to be tried again");
    return { id: job.id, status: "failed", output };
  }
}
