import { sql } from "kysely";
import { type MailKind, type MailState, mailKinds } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { unfinishedIds } from "#server/jobs/unfinished.ts";
import type { MailRow } from "./compose.ts";

/**
 * While it is claimed, `not_before` lies in the future; if the run dies, the mail can be claimed again after that time.
 * @returns undefined if another run has claimed it, or it is held or has been dealt with
 */
export async function claimMail(db: Db, mailId: string, now: Date, claimSeconds: number) {
  return db
    .updateTable("mails")
    .set({
      attempts: sql<number>`attempts + 1`,
      not_before: new Date(now.getTime() + claimSeconds * 1000),
    })
    .where("id", "=", mailId)
    .where("state", "=", "queued")
    .where((where) => where.or([where("not_before", "is", null), where("not_before", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
}

/** A mail as one run of its job has claimed it; each claim increments its attempts. */
export type ClaimedMail = Pick<MailRow, "id" | "attempts">;

/** @returns false, without a change, if another run has claimed the mail or it has been dealt with */
export async function renewClaim(
  db: Db,
  { id, attempts }: ClaimedMail,
  until: Date,
): Promise<boolean> {
  const held = await db
    .updateTable("mails")
    .set({ not_before: until })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  return held !== undefined;
}

const oneMoreUndelivered = { undelivered_attempts: sql<number>`undelivered_attempts + 1` };

/** Undefined if the mail was deleted, together with its subject. */
export async function findMailState(db: Db, mailId: string): Promise<MailState | undefined> {
  const found = await db
    .selectFrom("mails")
    .where("id", "=", mailId)
    .select("state")
    .executeTakeFirst();
  return found?.state;
}

export async function markSent(db: Db, mailId: string, sentAt: Date): Promise<void> {
  await db
    .updateTable("mails")
    .set({ state: "sent", reason: null, sent_at: sentAt, not_before: null })
    .where("id", "=", mailId)
    .where("state", "=", "queued")
    .execute();
}

interface NotSent {
  reason: string;
  /** False if the attempt certainly delivered nothing. */
  mayArrive: boolean;
}

/** Records that a mail will not be sent any more. If another run has claimed the mail, that run records its outcome. */
export function finishUnsent(
  db: Db,
  mail: ClaimedMail,
  { state, ...outcome }: NotSent & { state: "failed" | "skipped" },
): Promise<void> {
  return endClaim(db, mail, { state, not_before: null }, outcome);
}

/** Returns a claimed mail for the next try, unless another run has claimed it. */
export function returnMailToQueue(db: Db, mail: ClaimedMail, outcome: NotSent): Promise<void> {
  return endClaim(db, mail, { not_before: null }, outcome);
}

async function endClaim(
  db: Db,
  { id, attempts }: ClaimedMail,
  change: { state?: MailState; not_before: null },
  { reason, mayArrive }: NotSent,
): Promise<void> {
  const ended = await db
    .updateTable("mails")
    .set({ ...change, reason })
    .$if(!mayArrive, (query) => query.set(oneMoreUndelivered))
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  if (ended !== undefined || mayArrive) return;
  await db.updateTable("mails").set(oneMoreUndelivered).where("id", "=", id).execute();
}

export async function skipUnsentMails(tx: Tx, inviteId: string, reason: string): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "skipped", reason })
    .where("invite_id", "=", inviteId)
    .where("state", "in", ["waiting", "queued"])
    .execute();
}

/**
 * Also the mails to its address that belong to no account. @param about.email undefined if the address may be somebody
 * else's @returns the ids of the deleted mails
 */
export async function deleteAccountEmails(
  tx: Tx,
  { user_id, email }: { user_id: string; email: string | undefined },
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("mails")
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
export async function deleteMailsToNobody(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("mails")
    .where("user_id", "is", null)
    .where("circle_id", "is", null)
    .where("invite_id", "is", null)
    .where("kind", "in", accountKinds)
    .where("state", "in", ["sent", "skipped", "failed"])
    .where("created_at", "<", before)
    .execute();
}

/** At most `limit`, of a kind that belongs to no invite. @returns how many were deleted */
export async function deleteEndedMails(
  db: Db,
  { kind, before, limit }: { kind: MailKind; before: Date; limit: number },
): Promise<number> {
  const isEnded = sql<boolean>`mails.invite_id is null and mails.state in ('sent', 'skipped', 'failed')
    and mails.kind = ${kind} and mails.created_at < ${before}`;
  const { numAffectedRows = 0n } = await sql`
    delete from mails where ${isEnded} and mails.id = any(array(
      select mails.id from mails where ${isEnded} limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Queued since before an instant, claimed by no run since then, and without a job; at most `limit`. @returns the kind
 * of each
 */
export async function failLostMails(
  db: Db,
  { before, reason, limit }: { before: Date; reason: string; limit: number },
): Promise<MailKind[]> {
  const isOverdue = sql<boolean>`mails.state = 'queued' and mails.created_at <= ${before}
    and (mails.not_before is null or mails.not_before <= ${before})`;
  // The difference of two sets reads each of them once, however many rows the planner expects. It is usually wrong
  // here, because most mails are queued only for a moment.
  const { rows } = await sql<{ kind: MailKind }>`
    with overdue as materialized (
      select mails.id from mails where ${isOverdue}
      except
      ${unfinishedIds(["send_mail"], "mail_id")}
      limit ${limit}
    )
    update mails set state = 'failed', reason = ${reason}, not_before = null
    where mails.id = any(array(select overdue.id from overdue)) and ${isOverdue}
    returning mails.kind`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** Which of the given ids belong to a mail or a text. */
export async function listStoredMails(
  db: Db,
  mailIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const isListed = sql<string>`any(${[...mailIds]}::uuid[])`;
  const rows = await db
    .selectFrom("mails")
    .where("id", "=", isListed)
    .select("id")
    // Texts are kept beside mails, under the id of the challenge whose code they contain.
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
export async function failMailsDueBefore(tx: Tx, now: Date, reason: string): Promise<string[]> {
  const attempts = sql<number>`greatest(attempts, undelivered_attempts + 1)`;
  const failed = await tx
    .updateTable("mails")
    .set({ state: "failed", reason, not_before: null, attempts })
    .where("state", "=", "queued")
    .where((where) => where.or([where("not_before", "is", null), where("not_before", "<=", now)]))
    .returning(["circle_id", "invite_id"])
    .execute();
  const held = await tx
    .updateTable("mails")
    .set({ attempts })
    .where("state", "=", "waiting")
    .returning(["circle_id", "invite_id"])
    .execute();
  const toPeople = [...failed, ...held].filter(({ invite_id }) => invite_id !== null);
  return [...new Set(toPeople.flatMap(({ circle_id }) => circle_id ?? []))];
}
