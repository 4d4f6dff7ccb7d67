import { type Kysely, sql } from "kysely";

/** The plan to which a subscription changes by itself, as after a downgrade that begins when the paid period ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add column next_kind text,
      add column next_price_cents integer,
      add column next_starts_at timestamptz`.execute(db);
}
