import { type Kysely, sql } from "kysely";

/** Erased accounts, for as long as some of their files may remain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasures (
      id uuid primary key,
      user_id uuid not null,
      created_at timestamptz not null
    );
  `.execute(db);
}
