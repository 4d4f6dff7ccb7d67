import { type Kysely, sql } from "kysely";

/** When an account was last reset for the owner of its address. Earlier resets are only in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth.users add column reset_at timestamptz`.execute(db);
  await sql`
    update auth.users set reset_at = resets.last_at
    from (
      select user_id, max(created_at) as last_at from auth.audit_log
      where action = 'account_reset'
      group by user_id
    ) as resets
    where users.id = resets.user_id`.execute(db);
}
