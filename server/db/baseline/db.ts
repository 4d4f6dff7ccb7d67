import { type Kysely, sql } from "kysely";

/** What the product notes about the database itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row. Unfinished: a copy is being loaded into this database, or the loading was interrupted. Moved: its
    -- contents are in use elsewhere. In neither state may a server use it. Versions that know the oldest migration may
    -- run on this schema: a migration that removes what earlier versions use stores its own name.
    create table database_state (
      is_only boolean primary key default true check (is_only),
      id uuid not null,
      state text not null check (state in ('ready', 'unfinished', 'moved')),
      moved_to text,
      moved_to_id uuid,
      came_from_id uuid,
      served_at timestamptz,
      oldest_migration text not null,
      write_checked_at timestamptz,
      backed_up_at timestamptz
    );
    insert into database_state (id, state, oldest_migration)
    values (gen_random_uuid(), 'ready', '0015-baseline-admin');

    create table disk_cleanups (
      id uuid primary key,
      requested_by xid8 not null,
      requested_at timestamptz not null
    );
  `.execute(db);
}
