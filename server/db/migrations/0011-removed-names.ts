import { type Kysely, sql } from "kysely";

/**
 * The names of people who were removed from a paraline, hashed with its id: answers that may be left name them still,
 * and insights take them out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_names (
      circle_id uuid not null references circles (id) on delete cascade,
      name_hash text not null,
      primary key (circle_id, name_hash)
    )`.execute(db);
}
