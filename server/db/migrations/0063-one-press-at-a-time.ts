import { type Kysely, sql } from "kysely";

/**
 * Of an owner's presses at once, one asks the payment provider at a time; a subscription has its price; and of an event,
 * only what it concerns is kept. What nothing uses any more (`billing_events.body`, `checkouts.expires_at`) is removed by
 * a later release.
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
