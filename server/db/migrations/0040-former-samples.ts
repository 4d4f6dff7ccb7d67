import { type Kysely, sql } from "kysely";

/**
 * Requests that the tables that had plain texts, and PostgreSQL's samples of them, be rewritten once more. Databases
 * that ran an earlier form of `0037-former-plain-texts`, which requested a cleanup in fewer cases and before
 * `0038-no-samples-of-keys` dropped samples, may not have been cleaned. There is nothing to do in a new database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disk_cleanups drop constraint disk_cleanups_reach_check`.execute(db);
  await sql`
    alter table disk_cleanups add constraint disk_cleanups_reach_check
      check (reach in ('keys', 'rows', 'plain texts', 'samples'))`.execute(db);
  await sql`
    insert into disk_cleanups (id, reach, requested_by, requested_at)
    select gen_random_uuid(), reach, pg_current_xact_id(), now()
    from unnest(array['plain texts', 'samples']) as wanted (reach)
    where (exists (select from auth.users) or pg_relation_size('feedback') > 0)
      and not exists (select from disk_cleanups where disk_cleanups.reach = wanted.reach)`.execute(
    db,
  );
}
