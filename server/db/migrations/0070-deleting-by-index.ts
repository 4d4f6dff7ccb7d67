import { type Kysely, sql } from "kysely";

/**
 * Indexes to find emails by address, and to delete what is old or belongs to an erased account without reading whole
 * tables. A key of `rate_limits` is a name followed by a colon and words, among them the ids and address hashes that it
 * counts for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_by_address on mails (user_id, to_address)`.execute(db);
  await sql`
    create index mails_ended on mails (created_at)
    where invite_id is null and state in ('sent', 'skipped', 'failed')`.execute(db);
  await sql`create index insight_generations_by_age on insight_generations (requested_at)`.execute(
    db,
  );
  await sql`create index rate_limits_by_expiry on rate_limits (expire)`.execute(db);
  await sql`
    create index rate_limits_by_word on rate_limits
    using gin (string_to_array(translate(key, ':', ' '), ' '))`.execute(db);
}
