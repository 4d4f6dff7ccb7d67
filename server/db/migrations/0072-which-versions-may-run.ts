import { type Kysely, sql } from "kysely";

/**
 * Which versions of the product may run on this schema: those that know the migration named here. A migration that
 * removes what earlier versions use stores its own name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schema_support (
      is_only boolean primary key default true check (is_only),
      oldest_migration text not null
    )`.execute(db);
  await sql`insert into schema_support (oldest_migration) values ('0072-which-versions-may-run')`.execute(
    db,
  );
}
