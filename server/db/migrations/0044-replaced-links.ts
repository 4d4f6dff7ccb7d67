import { type Kysely, sql } from "kysely";

/** When a circle's private links were replaced because its account was reset. The new links were not mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column links_replaced_at timestamptz`.execute(db);
}
