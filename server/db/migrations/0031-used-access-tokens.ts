import { type Kysely, sql } from "kysely";

/**
 * Up to which refresh counter a session's tokens are known to have arrived. Of the last refresh that is not known for
 * sessions from before: their last token but one is still taken, as it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth.sessions add column used_counter bigint not null default 0`.execute(
    db,
  );
  await sql`
    update auth.sessions set used_counter = refresh_counter - 1
    where refresh_counter > 1`.execute(db);
}
