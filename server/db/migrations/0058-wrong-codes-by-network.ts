import { type Kysely, sql } from "kysely";

/** Attempts at a mailed code from networks known to the account are counted separately from all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.one_time_tokens
      add column failures_at_known_networks smallint not null default 0`.execute(db);
}
