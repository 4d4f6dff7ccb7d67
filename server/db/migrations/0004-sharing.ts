import { type Kysely, sql } from "kysely";

/**
 * The open link and its limits. About people who join an anonymous circle through its link, only numbers are kept: how
 * many of their answers are released, and how many were deleted unreleased. An answer itself never records how its
 * author joined.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table circles
      add column open_link text not null default 'never' check (open_link in ('never', 'open', 'revoked')),
      add column link_people_shown integer not null default 0,
      add column link_people_forgotten integer not null default 0`.execute(db);

  await sql`
    create table link_requests (
      id uuid primary key,
      circle_id uuid not null,
      email text not null,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table removed_mails (
      user_id uuid not null references auth.users (id) on delete cascade,
      address_hash text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index removed_mails_by_user on removed_mails (user_id, created_at)`.execute(db);
}
