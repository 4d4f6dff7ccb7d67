import { type Kysely, sql } from "kysely";

/** Nothing is kept any more of the name of a person who was removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table removed_names`.execute(db);
  await sql`
    update schema_support set oldest_migration = '0102-no-names-of-removed-people'`.execute(db);
}
