import { sql } from "kysely";
import { type MailKind, type MailState, mailKinds } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { unfinishedIds } from "#server/jobs/unfinished.ts";
import type { EmailRow } from "./compose.ts";

/**
 * While it is claimed, `not_before` lies in the future; if the run dies, the email can be claimed again after that time.
 * @returns undefined if another run has claimed it, or it is held or has been dealt with
 */
export async function claimEmail(db: Db, emailId: string, now: Date, claimSeconds: number) {
  return db
    .updateTable("emails")
    .set({
      attempts: sql<number>`attempts + 1`,
      not_before: new Date(now.getTime() + claimSeconds * 1000),
    })
    .where("id", "=", emailId)
    .where("state", "=", "queued")
    .where((where) => where.or([where("not_before", "is", null), where("not_before", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
}

/** An email as one run of its job has claimed it; each claim increments its attempts. */
export type ClaimedEmail = Pick<EmailRow, "id" | "attempts">;

/** @returns false, without a change, if another run has claimed the email or it has been dealt with */
export async function renewClaim(
  db: Db,
  { id, attempts }: ClaimedEmail,
  until: Date,
): Promise<boolean> {
  const held = await db
    .updateTable("emails")
    .set({ not_before: until })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  return held !== undefined;
}

const oneMoreUndelivered = { undelivered_attempts: sql<number>`undelivered_attempts + 1` };

/** Undefined if the email was deleted, together with its subject. */
export async function findMailState(db: Db, emailId: string): Promise<MailState | undefined> {
  const found = await db
    .selectFrom("emails")
    .where("id", "=", emailId)
    .select("state")
    .executeTakeFirst();
  return found?.state;
}

export async function markSent(db: Db, emailId: string, sentAt: Date): Promise<void> {
  await db
    .updateTable("emails")
    .set({ state: "sent", reason: null, sent_at: sentAt, not_before: null })
    .where("id", "=", emailId)
    .where("state", "=", "queued")
    .execute();
}

interface NotSent {
  reason: string;
  /** False if the attempt certainly delivered nothing. */
  mayArrive: boolean;
}

/** Records that an email will not be sent any more. If another run has claimed the email, that run records its outcome. */
export function finishUnsent(
  db: Db,
  mail: ClaimedEmail,
  { state, ...outcome }: NotSent & { state: "failed" | "skipped" },
): Promise<void> {
  return endClaim(db, mail, { state, not_before: null }, outcome);
}

/** Returns a claimed email for the next try, unless another run has claimed it. */
export function returnEmailToQueue(db: Db, mail: ClaimedEmail, outcome: NotSent): Promise<void> {
  return endClaim(db, mail, { not_before: null }, outcome);
}

async function endClaim(
  db: Db,
  { id, attempts }: ClaimedEmail,
  change: { state?: MailState; not_before: null },
  { reason, mayArrive }: NotSent,
): Promise<void> {
  const ended = await db
    .updateTable("emails")
    .set({ ...change, reason })
    .$if(!mayArrive, (query) => query.set(oneMoreUndelivered))
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  if (ended !== undefined || mayArrive) return;
  await db.updateTable("emails").set(oneMoreUndelivered).where("id", "=", id).execute();
}

export async function skipUnsentEmails(tx: Tx, inviteId: string, reason: string): Promise<void> {
  await tx
    .updateTable("emails")
    .set({ state: "skipped", reason })
    .where("invite_id", "=", inviteId)
    .where("state", "in", ["waiting", "queued"])
    .execute();
}

/**
 * Also the emails to its address that belong to no account. @param about.email undefined if the address may be somebody
 * else's @returns the ids of the deleted emails
 */
export async function deleteAccountEmails(
  tx: Tx,
  { user_id, email }: { user_id: string; email: string | undefined },
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("emails")
    .where((where) =>
      where.or([
        where("user_id", "=", user_id),
        ...(email === undefined
          ? []
          : [where.and([where("user_id", "is", null), where("to_address", "=", email)])]),
      ]),
    )
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

const accountKinds = mailKinds.filter((kind) => kind.startsWith("auth_"));

/** The person who requested them may not have been their reader. */
export async function deleteEmailsToNobody(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("emails")
    .where("user_id", "is", null)
    .where("circle_id", "is", null)
    .where("invite_id", "is", null)
    .where("kind", "in", accountKinds)
    .where("state", "in", ["sent", "skipped", "failed"])
    .where("created_at", "<", before)
    .execute();
}

/** At most `limit`, of a kind that belongs to no invite. @returns how many were deleted */
export async function deleteEndedEmails(
  db: Db,
  { kind, before, limit }: { kind: MailKind; before: Date; limit: number },
): Promise<number> {
  const isEnded = sql<boolean>`emails.invite_id is null and emails.state in ('sent', 'skipped', 'failed')
    and emails.kind = ${kind} and emails.created_at < ${before}`;
  const { numAffectedRows = 0n } = await sql`
    delete from emails where ${isEnded} and emails.id = any(array(
      select emails.id from emails where ${isEnded} limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Queued since before an instant, claimed by no run since then, and without a job; at most `limit`. @returns the kind
 * of each
 */
export async function failLostEmails(
  db: Db,
  { before, reason, limit }: { before: Date; reason: string; limit: number },
): Promise<MailKind[]> {
  const isOverdue = sql<boolean>`emails.state = 'queued' and emails.created_at <= ${before}
    and (emails.not_before is null or emails.not_before <= ${before})`;
  // The difference of two sets reads each of them once, however many rows the planner expects. It is usually wrong
  // here, because most emails are queued only for a moment.
  const { rows } = await sql<{ kind: MailKind }>`
    with overdue as materialized (
      select emails.id from emails where ${isOverdue}
      except
      ${unfinishedIds(["send_mail"], "mail_id")}
      limit ${limit}
    )
    update emails set state = 'failed', reason = ${reason}, not_before = null
    where emails.id = any(array(select overdue.id from overdue)) and ${isOverdue}
    returning emails.kind`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** Which of the given ids belong to an email or a text. */
export async function listStoredEmails(
  db: Db,
  emailIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const isListed = sql<string>`any(${[...emailIds]}::uuid[])`;
  const rows = await db
    .selectFrom("emails")
    .where("id", "=", isListed)
    .select("id")
    // Texts are kept beside emails, under the id of the challenge whose code they contain.
    .unionAll((texts) =>
      texts.selectFrom("auth.mfa_challenges").where("id", "=", isListed).select("id"),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * They have probably been sent since the backup; those that are due later stay. Each counts as one that may have
 * arrived. @returns their circles, which must keep what they promised to whoever has their link
 */
export async function failEmailsDueBefore(tx: Tx, now: Date, reason: string): Promise<string[]> {
  const attempts = sql<number>`greatest(attempts, undelivered_attempts + 1)`;
  const failed = await tx
    .updateTable("emails")
    .set({ state: "failed", reason, not_before: null, attempts })
    .where("state", "=", "queued")
    .where((where) => where.or([where("not_before", "is", null), where("not_before", "<=", now)]))
    .returning(["circle_id", "invite_id"])
    .execute();
  const held = await tx
    .updateTable("emails")
    .set({ attempts })
    .where("state", "=", "waiting")
    .returning(["circle_id", "invite_id"])
    .execute();
  const toPeople = [...failed, ...held].filter(({ invite_id }) => invite_id !== null);
  return [...new Set(toPeople.flatMap(({ circle_id }) => circle_id ?? []))];
}
