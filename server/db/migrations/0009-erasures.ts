import { type Kysely, sql } from "kysely";

/** Accounts that are erased, for as long as files of theirs may be left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasures (
      id uuid primary key,
      user_id uuid not null,
      email text not null,
      created_at timestamptz not null
    )`.execute(db);
}
