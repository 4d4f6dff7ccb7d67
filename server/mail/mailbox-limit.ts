import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import { normalizeMailbox } from "#contract/values/email.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";

const { emailsToStrangerADay } = limits;

/**
 * At once if its person is known here, otherwise as one of at most five of all owners in 24 hours; undefined after more
 * than a day. Every email counts when it is requested, sent or not: nothing that depends on answers to an anonymous
 * circle may change the result. Source: docs/product.md, Emails.
 */
export async function findMailTime(
  tx: Tx,
  secrets: Secrets,
  { email, now, wanted }: { email: string; now: Date; wanted: Date },
): Promise<Date | undefined> {
  // Each email is due a day after the one five before it at the earliest, so no 24 hours contain more than five.
  const row = await tx
    .insertInto("mailboxes")
    .values({
      mailbox_hash: hashMailbox(secrets, email),
      emails_due_at: [wanted],
      links_sent_at: [],
    })
    .onConflict((conflict) =>
      conflict
        .column("mailbox_hash")
        .doUpdateSet({
          emails_due_at: sql`case
            when cardinality(mailboxes.emails_due_at) < ${emailsToStrangerADay}
              then mailboxes.emails_due_at || ${wanted}::timestamptz
            else mailboxes.emails_due_at[2:]
              || greatest(${wanted}::timestamptz, mailboxes.emails_due_at[1] + interval '24 hours')
          end`,
        })
        .where(
          sql<boolean>`cardinality(mailboxes.emails_due_at) < ${emailsToStrangerADay}
            or mailboxes.emails_due_at[1] <= ${now}::timestamptz`,
        ),
    )
    .returning(sql<Date>`emails_due_at[cardinality(emails_due_at)]`.as("due_at"))
    .executeTakeFirst();
  const isDelayed = row === undefined || row.due_at > wanted;
  return isDelayed && (await isKnown(tx, email)) ? wanted : row?.due_at;
}

/**
 * To a stranger only while no more than five emails in 24 hours have gone there. It does not count for the emails of
 * owners, whose delay would show that a person has asked for a link.
 */
export async function mayEmailLink(
  tx: Tx,
  secrets: Secrets,
  { email, now }: { email: string; now: Date },
): Promise<boolean> {
  const isRecent = sql`at > ${now}::timestamptz - interval '24 hours'`;
  const row = await tx
    .insertInto("mailboxes")
    .values({ mailbox_hash: hashMailbox(secrets, email), emails_due_at: [], links_sent_at: [now] })
    .onConflict((conflict) =>
      conflict
        .column("mailbox_hash")
        .doUpdateSet({
          links_sent_at: sql`${now}::timestamptz
            || array(select at from unnest(mailboxes.links_sent_at) as at where ${isRecent})`,
        })
        .where(
          sql<boolean>`(select count(*) from unnest(mailboxes.emails_due_at || mailboxes.links_sent_at) as at
            where ${isRecent}) < ${emailsToStrangerADay}`,
        ),
    )
    .returning("mailbox_hash")
    .executeTakeFirst();
  return row !== undefined || isKnown(tx, email);
}

export async function deleteOldMailboxes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await db
    .deleteFrom("mailboxes")
    .where(
      sql<boolean>`not exists (select from unnest(emails_due_at || links_sent_at) as at where at > ${before})`,
    )
    .execute();
}

/** Answers to anonymous circles do not count, because an owner could see it by what is delayed. */
async function isKnown(tx: Tx, email: string): Promise<boolean> {
  const { is_known } = await tx
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("auth.users")
            .where("email", "=", email)
            .where("email_proven_at", "is not", null)
            .select("id"),
        ),
        exists(
          selectFrom("invites")
            .innerJoin("circles", "circles.id", "invites.circle_id")
            .where("invites.email", "=", email)
            .where("invites.status", "=", "completed")
            .where("invites.owner_has_link", "=", false)
            .where("circles.is_anonymous", "=", false)
            .select("invites.id"),
        ),
      ]).as("is_known"),
    )
    .executeTakeFirstOrThrow();
  return Boolean(is_known);
}

/** The hash has a key, so that the counts are no list of addresses. */
function hashMailbox(secrets: Secrets, email: string): string {
  return secrets.signFor("mailbox", "", normalizeMailbox(email)).toString("hex");
}
