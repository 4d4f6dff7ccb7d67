import { type Kysely, sql } from "kysely";

/** Pictures of circles, and recent uploads for as long as they count towards a limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A row stays until its file is gone, which may take a while in a bucket.
    create table covers (
      user_id uuid not null references auth.users (id) on delete cascade,
      file_name text not null,
      created_at timestamptz not null,
      is_settled boolean not null default false,
      removed_at timestamptz,
      primary key (user_id, file_name)
    );
    create index covers_removed_at on covers (removed_at) where removed_at is not null;
    create index covers_unsettled on covers (created_at) where (not is_settled) and removed_at is null;

    -- A removed picture goes on counting towards the limit.
    create table cover_uploads (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      bytes integer not null,
      is_copy boolean not null,
      created_at timestamptz not null
    );
    create index cover_uploads_user_id on cover_uploads (user_id, created_at);
  `.execute(db);
}
