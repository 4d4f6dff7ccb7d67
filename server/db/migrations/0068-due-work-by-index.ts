import { type Kysely, sql } from "kysely";

/**
 * An index that finds the decisions whose review reminder is still to be requested. An index on the expression has its
 * own statistics. Without them, the planner assumes that nearly every row meets a condition on two columns, and reads
 * the whole table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index decisions_review_due on decisions
      ((case when review_date is distinct from looked_back_on then review_date end))`.execute(db);
  await sql`drop index decisions_to_look_back`.execute(db);
}
