import { setTimeout } from "node:timers/promises";
import { secondMs } from "#contract/values/durations.ts";
import { mailKinds, mailKindsOfInvitees } from "#server/db/mail-kinds.ts";
import type { Db } from "#server/db/tables.ts";
import { heartbeats } from "#server/jobs/abandoned-jobs.ts";
import {
  AlreadyRunningError,
  InviteeJobError,
  type JobHandlers,
  UnrecoverableJobError,
} from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { whileRenewing } from "#server/system/while-renewing.ts";
import type { MailOutcome, Metrics } from "#server/telemetry/metrics.ts";
import { inRootSpan, type Tracing } from "#server/telemetry/tracing.ts";
import type { ComposedEmail, EmailRow, MailComposers } from "./compose.ts";
import { classifyReason } from "./failure-reasons.ts";
import { isOptedOut } from "./opt-outs.ts";
import {
  claimEmail,
  findMailState,
  finishUnsent,
  markSent,
  renewClaim,
  returnEmailToQueue,
} from "./queries.ts";
import {
  MailNotSentError,
  MailRefusedError,
  type MailTransport,
  type OutgoingEmail,
} from "./transport.ts";
import { withoutWebAddresses } from "./web-addresses.ts";

/**
 * The claim of a killed process ends before the queue gives its job to another run, and that of a run that could not
 * return its email before the job is tried again.
 */
export const claimSeconds = heartbeats.silentSeconds - 2 * heartbeats.renewSeconds;
const renewClaimMs = heartbeats.renewSeconds * secondMs;
const sendWithinMs = 85_000;
/**
 * While the database or a pooler restarts, several queries can fail in a row. After it, the email has to be recorded
 * before another process finds it free.
 */
export const recordPausesMs: readonly number[] = [0, 100, 400, ...Array(15).fill(1000)];

interface MailSettings {
  publicUrl: string;
  mailFrom: string;
}

/**
 * Only the run that claims the row sends the email. Emails other than those about an account or a payment skip people who
 * have opted out. An accepted email is never returned to the queue: it is sent twice only if the process dies before it
 * is recorded, another process claims it first, or a mail server does not confirm in time that it accepted it.
 */
export function createMailSenders({
  db,
  transport,
  composers,
  clock,
  config,
  metrics,
  tracing,
  pausesMs = recordPausesMs,
}: {
  db: Db;
  transport: MailTransport;
  composers: MailComposers;
  clock: Clock;
  config: MailSettings;
  metrics: Metrics;
  tracing: Tracing | undefined;
  pausesMs?: readonly number[];
}): Pick<JobHandlers, "send_mail"> {
  metrics.expectKinds({ emails: mailKinds });
  /** Accepted emails that are not yet recorded as sent, which only this process knows. */
  const taken = new Map<string, Date>();

  /** Sends an email and returns when it was accepted; undefined if there was nothing to send. */
  async function send(emailId: string, lastAttempt: boolean): Promise<Date | undefined> {
    const mail = await claimEmail(db, emailId, clock.now(), claimSeconds);
    if (mail === undefined) {
      if ((await findMailState(db, emailId)) !== "queued") return undefined;
      throw sentByAnotherRun();
    }
    const renew = () =>
      renewClaim(db, mail, new Date(clock.now().getTime() + claimSeconds * secondMs));
    const holding = { renew, everyMs: renewClaimMs };
    const count = (outcome: MailOutcome) =>
      mailKindsOfInvitees.has(mail.kind)
        ? metrics.countMailOfInvitee(mail.kind, outcome, mail.user_id)
        : metrics.countMail(mail.kind, outcome);
    let mayArrive = false;
    try {
      const skip = await findSkipReason(db, mail);
      const composed =
        skip === undefined
          ? await whileRenewing(holding, () => composers[mail.kind](mail))
          : { skip };
      if ("skip" in composed) {
        await finishUnsent(db, mail, { state: "skipped", reason: composed.skip, mayArrive });
        count("skipped");
        return undefined;
      }
      const outgoing = toOutgoing(mail, composed, config);
      // If the process was held up, it renewed nothing, and another one may have sent the email in the meantime.
      if (!(await renew())) throw sentByAnotherRun();
      mayArrive = true;
      await whileRenewing(holding, () =>
        inRootSpan(
          mailKindsOfInvitees.has(mail.kind) ? undefined : tracing,
          "send_mail",
          { "mail.kind": mail.kind },
          () => transport.send(outgoing, AbortSignal.timeout(sendWithinMs)),
        ),
      );
    } catch (error) {
      const reason = reasonInWords(error);
      if (!(error instanceof AlreadyRunningError)) {
        count(findOutcome(error));
        if (!mailKindsOfInvitees.has(mail.kind)) metrics.countMailFailure(classifyReason(reason));
      }
      if (isCertainlyNotSent(error)) mayArrive = false;
      if (error instanceof MailRefusedError || lastAttempt) {
        await finishUnsent(db, mail, { state: "failed", reason, mayArrive });
      } else {
        await returnEmailToQueue(db, mail, { reason, mayArrive });
      }
      const failure =
        error instanceof MailRefusedError
          ? new UnrecoverableJobError(reason, { cause: error })
          : error;
      throw mailKindsOfInvitees.has(mail.kind)
        ? new InviteeJobError(reason, { cause: failure })
        : failure;
    }
    count("sent");
    return clock.now();
  }

  return {
    async send_mail({ mail_id }, { lastAttempt }) {
      const sentAt = taken.get(mail_id) ?? (await send(mail_id, lastAttempt));
      if (sentAt === undefined) return;
      taken.set(mail_id, sentAt);
      await recordSent(() => markSent(db, mail_id, sentAt), pausesMs);
      taken.delete(mail_id);
    },
  };
}

const sentByAnotherRun = () =>
  new AlreadyRunningError("This email is being sent by another run of its job.");

/** Tries again by itself: the job may not run again, or in another process, which would send the email again. */
async function recordSent(record: () => Promise<void>, pausesMs: readonly number[]): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return await record();
    } catch {
      await setTimeout(pauseMs);
    }
  }
  await record();
}

/** Emails about the account itself and its payments are always sent. */
async function findSkipReason(db: Db, mail: EmailRow): Promise<string | undefined> {
  if (/^(?:auth|billing)_/.test(mail.kind)) return undefined;
  const optedOut = await isOptedOut(db, mail.to_address, mail.user_id);
  return optedOut ? "They asked not to receive any more emails." : undefined;
}

function toOutgoing(mail: EmailRow, composed: ComposedEmail, config: MailSettings): OutgoingEmail {
  return {
    id: mail.id,
    kind: mail.kind,
    from: config.mailFrom,
    to: composed.to,
    subject: withoutWebAddresses(composed.subject),
    html: composed.html,
    text: composed.text,
    // Keeps automatic replies from coming back (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...composed.headers },
    message_id: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
    created_at: mail.created_at,
  };
}

function isCertainlyNotSent(error: unknown): boolean {
  return (
    error instanceof MailRefusedError || (error instanceof MailNotSentError && !error.mayArrive)
  );
}

function findOutcome(error: unknown): MailOutcome {
  if (error instanceof MailRefusedError) return "refused";
  return error instanceof MailNotSentError ? "not_sent" : "error";
}

function reasonInWords(error: unknown): string {
  if (error instanceof MailRefusedError || error instanceof MailNotSentError) return error.message;
  return "It could not be sent because of an error on our side.";
}
