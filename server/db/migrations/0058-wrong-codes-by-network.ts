import { type Kysely, sql } from "kysely";

/** Attempts at a mailed code from networks that the account knows are counted apart from everyone else's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.one_time_tokens
      add column failures_at_known_networks smallint not null default 0`.execute(db);
}
