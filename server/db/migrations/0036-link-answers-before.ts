import { type Kysely, sql } from "kysely";

/**
 * How many people had answered through a circle's open link when it was last switched on: the link's limit counts from
 * there. For links that are already open, all answers count, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column link_answers_before integer not null default 0`.execute(
    db,
  );
}
