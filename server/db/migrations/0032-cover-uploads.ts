import { type Kysely, sql } from "kysely";

/** Recent uploads of an account, for as long as they count towards a limit: a removed picture goes on counting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cover_uploads (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      bytes integer not null,
      is_copy boolean not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index cover_uploads_user_id on cover_uploads (user_id, created_at)`.execute(db);
}
