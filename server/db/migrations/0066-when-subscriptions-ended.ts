import { type Kysely, sql } from "kysely";

/** When we learned that a subscription has ended: for some weeks the provider is asked again, and may know it after all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column ended_at timestamptz`.execute(db);
}
