import { type Kysely, sql } from "kysely";

/**
 * Whether a subscription's payment was refunded or disputed, as is already known for singles. `ticket` orders the
 * provider's answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscription_payments
      add column state text not null default 'paid' check (state in ('paid', 'refunded', 'disputed')),
      add column ticket integer not null default 0`.execute(db);
  await sql`
    alter table subscription_payments
      alter column state drop default,
      alter column ticket drop default`.execute(db);
}
