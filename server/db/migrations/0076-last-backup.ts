import { type Kysely, sql } from "kysely";

/** One row: when the last complete backup was made. In a restored database, it is the time of the backup restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table last_backup (
      is_only boolean primary key check (is_only),
      made_at timestamptz not null
    )`.execute(db);
}
