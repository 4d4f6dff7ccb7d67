import { type Kysely, sql } from "kysely";

/** When the private links of a circle were replaced because its account was reset; nobody was mailed the new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column links_replaced_at timestamptz`.execute(db);
}
