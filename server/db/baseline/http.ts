import { type Kysely, sql } from "kysely";

/** Counters of refused calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Counters need not survive a crash, so the table is unlogged, which makes writing to it cheaper. A key is a
    -- name followed by a colon and words, among them the ids and address hashes that it counts for.
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_by_expiry on rate_limits (expire);
    create index rate_limits_by_word on rate_limits using gin (string_to_array(translate(key, ':', ' '), ' '));
  `.execute(db);
}
