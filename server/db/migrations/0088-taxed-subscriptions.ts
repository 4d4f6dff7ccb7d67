import { type Kysely, sql } from "kysely";

/** Whether tax is added to what a subscription costs, which may differ from what is sold now; null if not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column adds_tax boolean`.execute(db);
}
