import { type Kysely, sql } from "kysely";

/**
 * Has the tables that held plain texts before `0020-only-sealed-answers` rewritten. A transaction that is open
 * during the upgrade keeps the former rows alive, so it is a cleanup, which waits for it. Nothing to do in a new database,
 * which has no account, nor a page of answers since deleted.
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
