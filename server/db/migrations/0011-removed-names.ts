import { type Kysely, sql } from "kysely";

/**
 * The names of people removed from a circle, hashed with its id: remaining answers may still mention them, and
 * insights redact them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_names (
      circle_id uuid not null references circles (id) on delete cascade,
      name_hash text not null,
      primary key (circle_id, name_hash)
    )`.execute(db);
}
