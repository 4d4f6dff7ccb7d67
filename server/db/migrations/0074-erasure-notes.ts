import { type Kysely, sql } from "kysely";

/** What was erased, as keyed hashes, until the list of erasures beside the database has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure_notes (
      id uuid primary key,
      entry text not null
    )`.execute(db);
}
