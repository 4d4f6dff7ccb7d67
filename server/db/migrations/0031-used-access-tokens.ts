import { type Kysely, sql } from "kysely";

/**
 * The highest refresh counter whose tokens are known to have arrived. For existing sessions it is not known whether the
 * last ones arrived, so their last token but one is still accepted, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth.sessions add column used_counter bigint not null default 0`.execute(
    db,
  );
  await sql`
    update auth.sessions set used_counter = refresh_counter - 1
    where refresh_counter > 1`.execute(db);
}
