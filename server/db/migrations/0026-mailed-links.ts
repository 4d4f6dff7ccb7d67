import { type Kysely, sql } from "kysely";

/**
 * Several mails for the same purpose have links that work at once, so that asking for another mail makes none worthless;
 * the code is the newest mail's alone. A request for a mail says whether it came from the account itself.
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
