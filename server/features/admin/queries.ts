import { sql } from "kysely";
import { maxCounted, type PaymentFailure, paymentFailures } from "#contract/admin/figures.ts";
import type { MailKind } from "#server/db/mail-kinds.ts";
import type { Db } from "#server/db/tables.ts";
import { selectFailure } from "#server/mail/failure-reasons.ts";

/** How many emails of some kinds wait to be sent, and since when the oldest of the due ones has waited. */
export async function countWaitingEmails(
  db: Db,
  { kinds, now }: { kinds: readonly MailKind[]; now: Date },
) {
  return db
    .selectFrom(
      db
        .selectFrom("emails")
        .where("state", "=", "queued")
        .where("kind", "in", kinds)
        .select("created_at")
        .select(sql<boolean>`coalesce(not_before, created_at) <= ${now}`.as("is_due"))
        .orderBy("created_at")
        .limit(maxCounted)
        .as("mail"),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as("waiting_count"),
      fn.min<Date | null>("created_at").filterWhere("is_due", "=", true).as("due_since"),
    ])
    .executeTakeFirstOrThrow();
}

/** The emails of some kinds that were requested since an instant and given up, by kind and reason. */
export async function countFailedEmails(
  db: Db,
  { kinds, since }: { kinds: readonly MailKind[]; since: Date },
) {
  // The reasons are mapped in a subquery, so that the rows are not grouped by the stored reasons.
  const failed = db
    .selectFrom("emails")
    .where("state", "=", "failed")
    .where("kind", "in", kinds)
    .where("created_at", ">=", since)
    .select(["kind", selectFailure().as("reason")]);
  return db
    .selectFrom(failed.as("mail"))
    .select(["kind", "reason"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(["kind", "reason"])
    .orderBy("kind")
    .orderBy("reason")
    .execute();
}

/** Subscriptions whose last payment is missing now, and payments since an instant that were refunded or disputed. */
export async function countFailedPayments(
  db: Db,
  { provider, since }: { provider: string; since: Date },
): Promise<{ state: PaymentFailure; kind: string; count: number }[]> {
  const { rows } = await sql<{ state: PaymentFailure; kind: string; count: number }>`
    select state, kind, count(*) as count from (
      select case status when 'past_due' then 'overdue' else 'unpaid' end as state, kind
      from subscriptions where provider = ${provider} and status in ('past_due', 'unpaid')
      union all
      select state, 'single' from purchases
      where provider = ${provider} and state <> 'paid' and bought_at >= ${since}
      union all
      select state, kind from subscription_payments
      where provider = ${provider} and state <> 'paid' and paid_at >= ${since}
    ) as failed
    group by state, kind
    order by array_position(${[...paymentFailures]}::text[], state), kind`.execute(db);
  return rows;
}

export async function findDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? "";
}
