import { type Kysely, sql } from "kysely";

/**
 * When this server learned that a subscription had ended: it may still exist, so the provider is asked for some weeks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column ended_at timestamptz`.execute(db);
}
