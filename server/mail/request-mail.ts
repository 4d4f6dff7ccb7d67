import type { MailKind } from "#server/db/mail-kinds.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";

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
    .returning("id")
    .executeTakeFirst();
  if (stored === undefined) return undefined;
  if (!isHeld) {
    await jobs.enqueue(tx, "send_mail", { mail_id: stored.id }, startAfter && { startAfter });
  }
  return stored.id;
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
    .returning("id")
    .execute();
  for (const { id } of released) await jobs.enqueue(tx, "send_mail", { mail_id: id });
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
