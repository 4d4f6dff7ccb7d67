import { type Kysely, sql } from "kysely";

/** One row, written repeatedly to find out whether the database accepts writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table write_checks (
      is_only boolean primary key check (is_only),
      checked_at timestamptz not null
    )`.execute(db);
}
