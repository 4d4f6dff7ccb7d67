import { type Kysely, sql } from "kysely";

/** What the product notes about the database itself, one row in each of the first tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What this database is in relation to others. Unfinished: a copy is being loaded into it, or the loading was
    -- interrupted. Moved: its contents are in use elsewhere. In neither state may a server use it.
    create table database_state (
      is_only boolean primary key check (is_only),
      id uuid not null,
      state text not null check (state in ('ready', 'unfinished', 'moved')),
      moved_to text,
      moved_to_id uuid,
      came_from_id uuid,
      served_at timestamptz
    );

    -- Versions that know the migration named here may run on this schema. A migration that removes what earlier
    -- versions use stores its own name.
    create table schema_support (
      is_only boolean primary key default true check (is_only),
      oldest_migration text not null
    );

    -- Written repeatedly to find out whether the database accepts writes.
    create table write_checks (
      is_only boolean primary key check (is_only),
      checked_at timestamptz not null
    );

    -- In a restored database, it is the time of the backup restored.
    create table last_backup (
      is_only boolean primary key check (is_only),
      made_at timestamptz not null
    );

    insert into database_state (is_only, id, state) values (true, gen_random_uuid(), 'ready');
    insert into schema_support (oldest_migration) values ('0015-baseline-admin');

    create table disk_cleanups (
      id uuid primary key,
      requested_by xid8 not null,
      requested_at timestamptz not null
    );
  `.execute(db);
}
