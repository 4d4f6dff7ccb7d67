import { type Kysely, sql } from "kysely";

/**
 * What this database is in relation to others: one row, which is not copied. `unfinished`: a copy is being loaded into
 * it, or the loading was interrupted. `moved`: its contents are in use elsewhere. In neither state may a server use it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_state (
      is_only boolean primary key check (is_only),
      id uuid not null,
      state text not null check (state in ('ready', 'unfinished', 'moved')),
      moved_to text,
      moved_to_id uuid,
      came_from_id uuid,
      served_at timestamptz
    )`.execute(db);
  await sql`
    insert into database_state (is_only, id, state) values (true, gen_random_uuid(), 'ready')`.execute(
    db,
  );
}
