import { type Kysely, sql } from "kysely";

/**
 * What a subscriber really pays: the discounts of a subscription, the currency of each payment, and the invoice that
 * could not be charged, about which one email is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add column discounts jsonb not null default '[]',
      add column unpaid_id text,
      add column unpaid_cents integer,
      add column unpaid_url text,
      add column unpaid_needs_confirmation boolean`.execute(db);
  await sql`alter table subscription_payments add column currency text`.execute(db);
}
