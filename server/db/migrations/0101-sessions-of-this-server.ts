import { type Kysely, sql } from "kysely";

/** People sign in at this server only. Sessions that began at another one could not act any more, so they end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from auth.sessions where external_checked_at is not null`.execute(db);
  await sql`
    alter table auth.sessions
      drop column external_checked_at,
      drop column external_has_factor`.execute(db);
  await sql`
    update schema_support set oldest_migration = '0101-sessions-of-this-server'`.execute(db);
}
