import type { ExpressionBuilder, SqlBool } from "kysely";
import type { MailKind } from "#server/db/mail-kinds.ts";
import type { Tables, Tx } from "#server/db/tables.ts";
import type { EnqueueOptions, Jobs } from "#server/jobs/jobs.ts";

interface MailRequest {
  kind: MailKind;
  /** The purpose of this mail, in a form that is the same whenever the same mail is requested. */
  intent: string;
  user_id?: string | undefined;
  circle_id?: string | undefined;
  invite_id?: string | undefined;
  to_address: string;
  requested_at: Date;
  /** The mail is not sent before this instant; absent: at once. */
  startAfter?: Date | undefined;
  /** Whether the mail is held until {@link releaseHeldMails}, because the owner has not proven their own address. */
  held?: boolean | undefined;
}

/**
 * Records a mail and the job that sends it, in the caller's transaction: both exist once it commits, or neither.
 * @returns the mail's id, or undefined if this intent was recorded before (nothing is added then)
 */
export async function requestMail(
  tx: Tx,
  jobs: Jobs,
  request: MailRequest,
): Promise<string | undefined> {
  const { held: isHeld = false, startAfter, requested_at, ...row } = request;
  const stored = await tx
    .insertInto("mails")
    .values({
      id: crypto.randomUUID(),
      kind: row.kind,
      intent: row.intent,
      user_id: row.user_id ?? null,
      circle_id: row.circle_id ?? null,
      invite_id: row.invite_id ?? null,
      to_address: row.to_address,
      state: isHeld ? "waiting" : "queued",
      not_before: startAfter ?? null,
      created_at: requested_at,
    })
    .onConflict((conflict) => conflict.column("intent").doNothing())
    .returning((mail) => ["mails.id", isAnswerDependent(mail).as("is_answer_dependent")])
    .executeTakeFirst();
  if (stored === undefined) return undefined;
  if (!isHeld) await enqueueMail(tx, jobs, stored, startAfter && { startAfter });
  return stored.id;
}

/**
 * Whether sending a mail depends on a person's answer in an anonymous circle. Such mails have a queue of their own,
 * because other mails must not arrive earlier or later depending on that answer. Source: docs/product.md, Anonymity.
 */
function isAnswerDependent(mail: ExpressionBuilder<Tables, "mails">) {
  return mail.and([
    mail("mails.kind", "in", ["invitation_again", "reminder"]),
    mail.exists(
      mail
        .selectFrom("circles")
        .whereRef("circles.id", "=", "mails.circle_id")
        .where("circles.is_anonymous", "=", true)
        .select("circles.id"),
    ),
  ]);
}

function enqueueMail(
  tx: Tx,
  jobs: Jobs,
  { id, is_answer_dependent }: { id: string; is_answer_dependent: SqlBool },
  options?: EnqueueOptions,
): Promise<void> {
  const kind = is_answer_dependent ? "send_answer_dependent_mail" : "send_mail";
  return jobs.enqueue(tx, kind, { mail_id: id }, options);
}

/**
 * Releases an owner's held mails, once the owner has proven their address. Call it in the transaction that records the
 * proof.
 * @returns how many were released
 */
export async function releaseHeldMails(tx: Tx, jobs: Jobs, userId: string): Promise<number> {
  const released = await tx
    .updateTable("mails")
    .set({ state: "queued" })
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .returning((mail) => ["mails.id", isAnswerDependent(mail).as("is_answer_dependent")])
    .execute();
  for (const mail of released) await enqueueMail(tx, jobs, mail);
  return released.length;
}

/**
 * Deletes an owner's held mails, as if they had never been requested: the person who proves the address may not have
 * requested them. Call it in the transaction that records the proof, before {@link releaseHeldMails}.
 */
export async function deleteHeldMails(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("mails")
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .execute();
}
