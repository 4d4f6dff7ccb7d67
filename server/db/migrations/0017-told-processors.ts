import { type Kysely, sql } from "kysely";

/**
 * Who may process an answer for insights, as its author was told. Of those that are there nobody knows; they are held to
 * the narrowest that was ever said, this server alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback add column insights_by text default 'here'`.execute(db);
  await sql`alter table feedback alter column insights_by drop default`.execute(db);
}
