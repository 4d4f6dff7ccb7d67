import { type Kysely, sql } from "kysely";

/**
 * The refresh token that was exchanged for a session's newest tokens: the only older one that tabs of the same browser
 * may still send. For existing sessions it is assumed to be the one right before the newest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth.sessions add column exchanged_counter bigint`.execute(db);
  await sql`
    update auth.sessions set exchanged_counter = refresh_counter - 1
    where refresh_counter > 0`.execute(db);
}
