import { type Kysely, sql } from "kysely";

/** The plan that a subscription will change to by itself, such as after a downgrade at the end of the paid period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add column next_kind text,
      add column next_price_cents integer,
      add column next_starts_at timestamptz`.execute(db);
}
