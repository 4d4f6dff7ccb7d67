import { type Kysely, sql } from "kysely";

/**
 * If an owner presses several times at once, only one press at a time asks the payment provider. A subscription stores
 * its price, and of an event only its subject is kept. What is no longer used (`billing_events.body`,
 * `checkouts.expires_at`) is removed by a later release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table billing_customers
      add column asking_press uuid,
      add column asking_until timestamptz`.execute(db);
  await sql`
    alter table subscriptions
      add column price_cents integer,
      add column currency text`.execute(db);
  await sql`update billing_events set body = null where body is not null`.execute(db);
}
