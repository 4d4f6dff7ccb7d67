import { type Kysely, sql } from "kysely";

/**
 * The copies of circles an account has made lately, for as long as they count: one that is deleted goes on counting.
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
