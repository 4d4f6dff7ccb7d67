import { type Kysely, sql } from "kysely";

/**
 * A change of address expires a day after it was requested. It records which addresses have confirmed it instead of
 * which are missing: which ones are needed depends on the account at the time of each confirmation. For pending changes
 * it is not known which address has confirmed, so both have to confirm again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.users
      add column email_change_confirmed smallint not null default 0,
      add column email_change_asked_at timestamptz,
      drop column email_change_halves`.execute(db);
  await sql`
    update auth.users set email_change_asked_at = email_change_sent_at
    where new_email is not null`.execute(db);
  await sql`
    create index users_by_email_change on auth.users (email_change_asked_at)
      where new_email is not null`.execute(db);
}
