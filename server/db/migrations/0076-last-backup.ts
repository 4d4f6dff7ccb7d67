import { type Kysely, sql } from "kysely";

/** One row: when the last complete backup was made. A restored database has the time of the backup that it came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table last_backup (
      is_only boolean primary key check (is_only),
      made_at timestamptz not null
    )`.execute(db);
}
