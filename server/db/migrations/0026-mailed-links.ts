import { type Kysely, sql } from "kysely";

/**
 * The links of several mails for the same purpose work at the same time, so that asking for another mail does not make
 * the earlier ones useless. Only the code of the newest mail works. A request for a mail says whether it came from the
 * account itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.one_time_tokens
      drop constraint one_time_tokens_user_id_purpose_key,
      alter column code_hash drop not null`.execute(db);
  await sql`
    create index one_time_tokens_by_user on auth.one_time_tokens (user_id, purpose)`.execute(db);
  await sql`
    alter table auth.flow_state
      add column asked_by_account boolean not null default false`.execute(db);
}
