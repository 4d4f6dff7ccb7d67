import type { MailKind, MailKindToPeople } from "#server/db/mail-kinds.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { notSentReasons } from "./failure-reasons.ts";
import { findMailTime, mayEmailLink } from "./mailbox-limit.ts";

export interface PeopleMailDeps {
  jobs: Jobs;
  secrets: Secrets;
  config: { rateLimits: boolean };
}

interface MailRequest<Kind extends MailKind = MailKind> {
  kind: Kind;
  /** The purpose of this email, in a form that is the same whenever the same email is requested. */
  intent: string;
  user_id?: string | undefined;
  circle_id?: string | undefined;
  invite_id?: string | undefined;
  to_address: string;
  requested_at: Date;
  startAfter?: Date | undefined;
  /** Whether the email is held until {@link releaseHeldEmails}, because the owner has not proven their own address. */
  held?: boolean | undefined;
}

/**
 * Also records the job that sends it, in the caller's transaction. @returns the email's id, or undefined if this intent
 * was recorded before (nothing is added then)
 */
export async function requestMail(
  tx: Tx,
  jobs: Jobs,
  request: MailRequest<Exclude<MailKind, MailKindToPeople>>,
): Promise<string | undefined> {
  const stored = await recordEmail(tx, request);
  if (stored === undefined) return undefined;
  const { held: isHeld = false, startAfter } = request;
  if (!isHeld) {
    await jobs.enqueue(tx, "send_mail", { mail_id: stored.id }, startAfter && { startAfter });
  }
  return stored.id;
}

/**
 * Strangers get few a day, so it may be sent a day later, or skipped if it would have to wait for even longer. @returns
 * the email's id as above, and whether it was skipped for that reason
 */
export async function requestMailToPerson(
  tx: Tx,
  deps: PeopleMailDeps,
  request: MailRequest<MailKindToPeople>,
): Promise<{ id: string | undefined; skipped: boolean }> {
  const stored = await recordEmail(tx, request);
  if (stored === undefined || request.held === true) return { id: stored?.id, skipped: false };
  const isScheduled = await scheduleMail(tx, deps, { ...request, ...stored }, request.requested_at);
  return { id: stored.id, skipped: !isScheduled };
}

/** @returns false if the email is skipped, because its address gets too many */
async function scheduleMail(
  tx: Tx,
  { jobs, secrets, config }: PeopleMailDeps,
  mail: { id: string; kind: MailKind; to_address: string; startAfter?: Date | undefined },
  now: Date,
): Promise<boolean> {
  const about = { email: mail.to_address, now };
  const wanted = mail.startAfter ?? now;
  const isLink = mail.kind === "private_link";
  const due = !config.rateLimits
    ? wanted
    : isLink
      ? (await mayEmailLink(tx, secrets, about)) && wanted
      : await findMailTime(tx, secrets, { ...about, wanted });
  if (!due) {
    const skipped = { state: "skipped", reason: notSentReasons.tooManyEmails } as const;
    await tx.updateTable("emails").set(skipped).where("id", "=", mail.id).execute();
    return false;
  }
  if (due > wanted) {
    await tx.updateTable("emails").set({ not_before: due }).where("id", "=", mail.id).execute();
  }
  const options = due > now ? { startAfter: due } : undefined;
  await jobs.enqueue(tx, "send_mail", { mail_id: mail.id }, options);
  return true;
}

async function recordEmail(tx: Tx, request: MailRequest): Promise<{ id: string } | undefined> {
  const { held: isHeld = false, startAfter, requested_at, ...row } = request;
  return tx
    .insertInto("emails")
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
}

/** Call it in the transaction that records that the owner has proven their address. @returns how many were released */
export async function releaseHeldEmails(
  tx: Tx,
  deps: PeopleMailDeps,
  userId: string,
  now: Date,
): Promise<number> {
  const released = await tx
    .updateTable("emails")
    .set({ state: "queued" })
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .returning(["id", "kind", "to_address"])
    .execute();
  for (const mail of released) await scheduleMail(tx, deps, mail, now);
  return released.length;
}

/** The person who proves the address may not have requested them. Call it before {@link releaseHeldEmails}. */
export async function deleteHeldEmails(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("emails")
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .execute();
}
