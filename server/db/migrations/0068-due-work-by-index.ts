import { type Kysely, sql } from "kysely";

/**
 * Finds by an index the decisions whose review reminder is still to be requested. An index over the expression has
 * statistics of its own: of a condition on two columns the planner believes that nearly every row fulfils it, and reads
 * the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index decisions_review_due on decisions
      ((case when review_date is distinct from looked_back_on then review_date end))`.execute(db);
  await sql`drop index decisions_to_look_back`.execute(db);
}
