import { type Kysely, sql } from "kysely";

/** What was erased, as keyed hashes, until it is in the list of erasures outside the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure_notes (
      id uuid primary key,
      entry text not null
    )`.execute(db);
}
