import { type MailFailure, mailFailures } from "#contract/admin/figures.ts";
import type { Clock } from "#server/system/clock.ts";
import { openOnce } from "#server/system/open-once.ts";
import { productVersion } from "#server/system/product-version.ts";
import { createHeldObservations, type HeldObservations } from "./held-observations.ts";

const mailOutcomes = ["sent", "skipped", "refused", "not_sent", "error"] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** Without the reason that only a command gives, which has no metrics. */
const countedMailFailures = mailFailures.filter((failure) => failure !== "restored");

const jobOutcomes = ["done", "failed", "given_up"] as const;
type JobOutcome = (typeof jobOutcomes)[number];

export interface AnsweredRequest {
  /** The method and the template of the path, never the path itself. */
  route: string;
  status: number;
  seconds: number;
  /** Whether only owners and operators make such requests. All others are held back. */
  isOwners: boolean;
  /** The owner of the circle that it concerns, if an invitee made it. */
  visitedOwnerId: string | undefined;
  /** Whether a failure would only show that somebody looked, and a check finds it anyway. */
  isReportedElsewhere: boolean;
}

/** What is read from the database when somebody reads the metrics. */
export interface DatabaseFigures {
  dueJobs: readonly { kind: string; count: number; oldest_seconds: number }[];
  overdueCircles: number;
  isCleanupLate: boolean;
  lastBackupAt: Date | undefined;
}

type Recorders = Awaited<ReturnType<typeof openRecorders>>;
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * None contains a name, an address or an id, and those about invitees are published in batches:
 * docs/decisions/anonymity.md, 33. Until somebody reads them, nothing is counted, and no library is loaded.
 */
export function createMetrics(clock: Clock) {
  let recorders: Recorders | undefined;
  const expected: { jobs: readonly string[]; emails: readonly string[] } = { jobs: [], emails: [] };
  const open = openOnce(() => openRecorders(clock, expected));
  return {
    async start(): Promise<Recorders> {
      recorders = await open();
      return recorders;
    },
    /** Adds kinds that have not run yet: an alert notices a first failure only if there was a zero before. */
    expectKinds(kinds: Partial<typeof expected>): void {
      Object.assign(expected, kinds);
    },
    countRequest(request: AnsweredRequest): void {
      recorders?.countRequest(request);
    },
    countJobRun(kind: string, outcome: JobOutcome): void {
      recorders?.countJobRun(kind, outcome);
    },
    countMail(kind: string, outcome: MailOutcome): void {
      recorders?.countMail(kind, outcome);
    },
    /** The same for an email that depends on what invitees do. @param ownerId the owner in whose name it is sent */
    countMailOfInvitee(kind: string, outcome: MailOutcome, ownerId: string | null): void {
      recorders?.countMailOfInvitee(kind, outcome, ownerId);
    },
    countMailFailure(reason: MailFailure): void {
      recorders?.countMailFailure(reason);
    },
    countGeneration(engine: string, outcome: string, seconds: number): void {
      recorders?.countGeneration(engine, outcome, seconds);
    },
    countTokens(engine: string, used: { read: number; written: number }): void {
      recorders?.countTokens(engine, used);
    },
    countPaymentCall(call: string, outcome: "done" | "failed"): void {
      recorders?.countPaymentCall(call, outcome);
    },
  };
}

async function openRecorders(
  clock: Clock,
  expected: { jobs: readonly string[]; emails: readonly string[] },
) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import(
    "prom-client"
  );
  const registry = new Registry();
  const registers = [registry];
  // Each number has its own batch, so that publishing one reveals nothing about another.
  const heldByName = new Map<string, HeldObservations>();
  function hold(label: string, ownerId: string | undefined, publish: () => void): void {
    const held = heldByName.get(label) ?? createHeldObservations(clock);
    heldByName.set(label, held);
    held.add(ownerId, publish);
  }
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: "paraline_build_info",
    help: "The version of the product, as a label.",
    labelNames: ["version"],
    registers,
  }).set({ version: productVersion }, 1);

  const requests = new Histogram({
    name: "paraline_http_request_duration_seconds",
    help: "Requests by route and class of status. Those that invitees can make appear in batches.",
    labelNames: ["route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const failedRequests = new Counter({
    name: "paraline_http_failures_total",
    help: "Requests answered with a status of 500 or more, at once and whoever made them.",
    registers,
  });
  const jobRuns = new Counter({
    name: "paraline_job_runs_total",
    help: "Runs of jobs by kind and outcome: done, failed (to be tried again), given_up.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const emails = new Counter({
    name: "paraline_mails_total",
    help: "Attempts to send an email by kind and outcome. Those that depend on invitees appear in batches.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const mailFailureReasons = new Counter({
    name: "paraline_mail_failures_total",
    help: "Failed attempts to send an email, by reason. Those that depend on invitees are left out.",
    labelNames: ["reason"],
    registers,
  });
  const generations = new Histogram({
    name: "paraline_insights_duration_seconds",
    help: "Insights that an engine was asked for, by engine and outcome.",
    labelNames: ["engine", "outcome"],
    buckets: [0.1, 0.5, 1, 5, 15, 30, 60, 120, 300],
    registers,
  });
  const tokens = new Counter({
    name: "paraline_insights_tokens_total",
    help: "Tokens that the model for insights has read and written.",
    labelNames: ["engine", "direction"],
    registers,
  });
  const providerCalls = new Counter({
    name: "paraline_payment_calls_total",
    help: "Calls of the payment provider by outcome: done, failed.",
    labelNames: ["call", "outcome"],
    registers,
  });
  const pool = new Gauge({
    name: "paraline_database_connections",
    help: "Connections of this process to PostgreSQL (open, idle) and queries that wait for one (waiting).",
    labelNames: ["state"],
    registers,
  });
  const figuresRead = new Gauge({
    name: "paraline_database_figures_read",
    help: "Whether the following figures could be read from the database: 1 or 0.",
    registers,
  });
  const dueJobs = new Gauge({
    name: "paraline_jobs_due",
    help: "Jobs that are due and not under way, by kind; 1000 means that many or more.",
    labelNames: ["kind"],
    registers,
  });
  const oldestDueJob = new Gauge({
    name: "paraline_jobs_oldest_due_seconds",
    help: "For how long the first of these has been due.",
    labelNames: ["kind"],
    registers,
  });
  const overdueCircles = new Gauge({
    name: "paraline_circles_overdue",
    help: "Paralines whose deadline passed more than five minutes ago and that are not closed; 1000 means that many or more.",
    registers,
  });
  const lateCleanup = new Gauge({
    name: "paraline_disk_cleanup_late",
    help: "Whether deleted rows have been on the disk for more than an hour: 1 or 0.",
    registers,
  });

  const lastBackup = new Gauge({
    name: "paraline_last_backup_timestamp_seconds",
    help: "When the last backup was made, as Unix time; 0: never.",
    registers,
  });

  for (const kind of expected.jobs) {
    for (const outcome of jobOutcomes) jobRuns.inc({ kind, outcome }, 0);
  }
  for (const kind of expected.emails) {
    for (const outcome of mailOutcomes) emails.inc({ kind, outcome }, 0);
  }
  for (const reason of countedMailFailures) mailFailureReasons.inc({ reason }, 0);

  return {
    contentType: registry.contentType,
    countRequest(request: AnsweredRequest): void {
      const { route, status, seconds, isOwners, visitedOwnerId, isReportedElsewhere } = request;
      if (status >= 500 && !isReportedElsewhere) failedRequests.inc();
      const labels = { route, status: `${Math.floor(status / 100)}xx` };
      if (isOwners) requests.observe(labels, seconds);
      else {
        const label = `request ${labels.route} ${labels.status}`;
        hold(label, visitedOwnerId, () => requests.observe(labels, seconds));
      }
    },
    countJobRun(kind: string, outcome: JobOutcome): void {
      jobRuns.inc({ kind, outcome });
    },
    countMail(kind: string, outcome: MailOutcome): void {
      emails.inc({ kind, outcome });
    },
    countMailOfInvitee(kind: string, outcome: MailOutcome, ownerId: string | null): void {
      const label = `mail ${kind} ${outcome}`;
      hold(label, ownerId ?? undefined, () => emails.inc({ kind, outcome }));
    },
    countMailFailure(reason: MailFailure): void {
      mailFailureReasons.inc({ reason });
    },
    countGeneration(engine: string, outcome: string, seconds: number): void {
      generations.observe({ engine, outcome }, seconds);
    },
    countTokens(engine: string, used: { read: number; written: number }): void {
      tokens.inc({ engine, direction: "read" }, used.read);
      tokens.inc({ engine, direction: "written" }, used.written);
    },
    countPaymentCall(call: string, outcome: "done" | "failed"): void {
      providerCalls.inc({ call, outcome });
    },
    setPool(state: { total: number; idle: number; waiting: number }): void {
      pool.set({ state: "open" }, state.total);
      pool.set({ state: "idle" }, state.idle);
      pool.set({ state: "waiting" }, state.waiting);
    },
    /** @param figures undefined if they could not be read, and then the metrics lack them */
    setDatabaseFigures(figures: DatabaseFigures | undefined): void {
      figuresRead.set(figures === undefined ? 0 : 1);
      for (const gauge of [dueJobs, oldestDueJob]) gauge.reset();
      for (const gauge of [overdueCircles, lateCleanup, lastBackup]) gauge.remove();
      if (figures === undefined) return;
      for (const { kind, count, oldest_seconds } of figures.dueJobs) {
        dueJobs.set({ kind }, count);
        oldestDueJob.set({ kind }, oldest_seconds);
      }
      overdueCircles.set(figures.overdueCircles);
      lateCleanup.set(figures.isCleanupLate ? 1 : 0);
      lastBackup.set((figures.lastBackupAt?.getTime() ?? 0) / 1000);
    },
    write: (): Promise<string> => registry.metrics(),
  };
}
