import { type Kysely, sql } from "kysely";

/**
 * Which refresh token a session's newest tokens were given for: the only older one that tabs of the same browser may
 * still send. Of sessions from before it is taken to be the one right before the newest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth.sessions add column exchanged_counter bigint`.execute(db);
  await sql`
    update auth.sessions set exchanged_counter = refresh_counter - 1
    where refresh_counter > 0`.execute(db);
}
