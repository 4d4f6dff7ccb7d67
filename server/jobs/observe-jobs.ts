import type { Metrics } from "#server/telemetry/metrics.ts";
import { inRootSpan, type Tracing } from "#server/telemetry/tracing.ts";
import {
  AlreadyRunningError,
  type JobHandler,
  type JobHandlers,
  UnrecoverableJobError,
} from "./jobs.ts";
import { type JobKind, jobKinds } from "./kinds.ts";

/** Jobs that invitees cause. Nothing may show when they run or fail. */
export const kindsOfInvitees: ReadonlySet<JobKind> = new Set(["send_private_link"]);

/** Emails are counted by their own kind, because some of them are caused by invitees, too. */
export const mailJob: JobKind = "send_mail";

/** The jobs whose runs may be counted. */
export const countedJobKinds = jobKinds.filter(
  (kind) => kind !== mailJob && !kindsOfInvitees.has(kind),
);

/**
 * Jobs whose duration depends on how many answers are sealed or were deleted or withdrawn, on who is still to be
 * reminded, or on what visits have left behind.
 */
export const untracedKinds: ReadonlySet<JobKind> = new Set([
  "clean_disk",
  "clear_outbox",
  "close_due_circles",
  "delete_expired_limit_rows",
  "expire_lost_emails",
  "remind_further_people",
  "remind_pending_people",
  "vacuum_after_changes",
  "vacuum_embedded",
  "write_erasure_list",
]);

/** Wraps handlers so that their runs are counted by kind and each run makes a trace. See docs/decisions/anonymity.md, 33. */
export function observeJobs(
  handlers: JobHandlers,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing | undefined },
): JobHandlers {
  metrics.expectKinds({ jobs: countedJobKinds });
  const observed = countedJobKinds.map((kind) => [
    kind,
    observeJob(kind, handlers[kind] as JobHandler<JobKind>, {
      metrics,
      tracing: untracedKinds.has(kind) ? undefined : tracing,
    }),
  ]);
  return { ...handlers, ...Object.fromEntries(observed) };
}

function observeJob(
  kind: JobKind,
  handler: JobHandler<JobKind>,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing | undefined },
): JobHandler<JobKind> {
  return async (payload, attempt) => {
    try {
      await inRootSpan(tracing, kind, { "job.attempt": attempt.attempt }, () =>
        handler(payload, attempt),
      );
      metrics.countJobRun(kind, "done");
    } catch (error) {
      if (error instanceof AlreadyRunningError) throw error;
      const isGivenUp = attempt.lastAttempt || error instanceof UnrecoverableJobError;
      metrics.countJobRun(kind, isGivenUp ? "given_up" : "failed");
      throw error;
    }
  };
}
