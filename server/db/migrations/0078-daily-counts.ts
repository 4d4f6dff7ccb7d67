import { type Kysely, sql } from "kysely";

/**
 * Daily counts for the operator's page, and the indexes with which they are made. They are only numbers: no row is
 * about an account or a circle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_counts (
      day date not null,
      subject text not null,
      count integer not null check (count >= 0),
      primary key (day, subject)
    )`.execute(db);
  await sql`create index users_by_age on auth.users (created_at)`.execute(db);
  await sql`create index circles_by_age on circles (created_at)`.execute(db);
  await sql`create index feedback_by_release on feedback (released_on)`.execute(db);
  await sql`create index purchases_by_age on purchases (bought_at)`.execute(db);
  await sql`
    create index mails_invited on mails (sent_at)
    where kind = 'invitation' and state = 'sent'`.execute(db);
  await sql`create index mails_failed on mails (created_at) where state = 'failed'`.execute(db);
  await sql`
    create index subscriptions_unpaid on subscriptions (provider)
    where status in ('past_due', 'unpaid')`.execute(db);
  await sql`
    create index purchases_returned on purchases (bought_at) where state <> 'paid'`.execute(db);
  await sql`
    create index subscription_payments_returned on subscription_payments (paid_at)
    where state <> 'paid'`.execute(db);
}
