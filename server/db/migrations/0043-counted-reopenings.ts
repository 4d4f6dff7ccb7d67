import { type Kysely, sql } from "kysely";

/** How often a circle was reopened lately, and from when that counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table circles add column reopenings integer not null default 0,
      add column reopenings_since timestamptz`.execute(db);
}
