import { type Kysely, sql } from "kysely";

/**
 * The list of erasures: a row for each day, which is rewritten whenever something is added, so that neither the order
 * of rows nor their transaction numbers show when on that day, or in which order, things were erased. Former versions
 * of a row do, until PostgreSQL has vacuumed them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure_days (
      day date primary key,
      lines text not null
    )`.execute(db);
}
