import { type Kysely, sql } from "kysely";

/**
 * A change of address ends a day after it was asked for, and records who has confirmed it instead of who is missing:
 * who is needed depends on the account at the time of each confirmation. Of changes that wait now it is not known who
 * confirmed what, so both have to confirm again.
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
