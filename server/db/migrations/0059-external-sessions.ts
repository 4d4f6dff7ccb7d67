import { type Kysely, sql } from "kysely";

/**
 * Sessions of another sign-in server: when that server was last asked about a session, and whether it said that the
 * account has a second step. Both are null for sessions that began here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.sessions
      add column external_checked_at timestamptz,
      add column external_has_factor boolean,
      add constraint sessions_external_together
        check ((external_checked_at is null) = (external_has_factor is null))`.execute(db);
}
