import { type Kysely, sql } from "kysely";

/**
 * Who may process an answer for insights, as its author was told. For existing answers this is unknown, so they get the
 * narrowest promise that was ever shown: this server alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback add column insights_by text default 'here'`.execute(db);
  await sql`alter table feedback alter column insights_by drop default`.execute(db);
}
