import { type Kysely, sql } from "kysely";

/** Only what the payment provider says about a subscription itself is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      drop column account_id,
      drop column discounts,
      drop column next_kind,
      drop column next_price_cents,
      drop column next_starts_at`.execute(db);
  await sql`drop table billing_server`.execute(db);
  await sql`alter table test_checkouts drop column is_refunded`.execute(db);
  await sql`alter table test_subscriptions drop column is_refunded`.execute(db);
  await sql`update schema_support set oldest_migration = '0102-narrower-shop'`.execute(db);
}
