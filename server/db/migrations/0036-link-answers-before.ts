import { type Kysely, sql } from "kysely";

/**
 * How many had answered by a paraline's open link when it was last switched on: the link's limit counts from there. Of
 * links that are open already everything counts, as it did before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column link_answers_before integer not null default 0`.execute(
    db,
  );
}
