import { type Kysely, sql } from "kysely";

/**
 * Recent copies of circles by an account, for as long as they count towards a limit: a deleted copy goes on counting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table circle_copies (
      user_id uuid not null references auth.users (id) on delete cascade,
      create_key uuid not null,
      created_at timestamptz not null,
      primary key (user_id, create_key)
    )`.execute(db);
}
