import { type Kysely, sql } from "kysely";

/**
 * Requests that the tables that had plain texts before `0020-only-sealed-answers` be rewritten. That is done by a
 * cleanup, because a transaction that is open during the upgrade keeps the former rows alive, and a cleanup waits for
 * it. There is nothing to do in a new database: it has no account, and no page of answers that were deleted since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disk_cleanups drop constraint disk_cleanups_reach_check`.execute(db);
  await sql`
    alter table disk_cleanups add constraint disk_cleanups_reach_check
      check (reach in ('keys', 'rows', 'plain texts'))`.execute(db);
  await sql`
    insert into disk_cleanups (id, reach, requested_by, requested_at)
    select gen_random_uuid(), 'plain texts', pg_current_xact_id(), now()
    where exists (select from auth.users) or pg_relation_size('feedback') > 0`.execute(db);
}
