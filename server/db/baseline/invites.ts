import { type Kysely, sql } from "kysely";

/**
 * People of circles. Rows of link_requests do not reference a circle, so storing one is the same work whether or not
 * the circle exists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invites (
      id uuid primary key,
      circle_id uuid not null,
      user_id uuid not null,
      position integer not null,
      first_name text not null,
      last_name text,
      email text,
      status text not null default 'pending' check (status in ('pending', 'completed', 'declined')),
      has_declined boolean not null default false,
      source text not null default 'invited' check (source in ('invited', 'link')),
      invite_token text not null unique,
      owner_has_link boolean not null default false,
      submission_key uuid,
      label text check (label in ('personal', 'work', 'family', 'mentor', 'friend')),
      created_at timestamptz not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    create index invites_answered_by_address on invites (email)
      where status = 'completed' and email is not null;
    create index invites_by_owner on invites (user_id, email);
    create unique index invites_one_per_address on invites (circle_id, email);

    create table link_requests (
      id uuid primary key,
      circle_id uuid not null,
      email text not null,
      created_at timestamptz not null
    );

    -- Anyone with a list of addresses could find out whose plain hashes are, so these are keyed.
    create table removed_emails (
      user_id uuid not null references auth.users (id) on delete cascade,
      address_hash text not null,
      created_at timestamptz not null
    );
    create index removed_emails_by_age on removed_emails (created_at);
    create index removed_emails_by_user on removed_emails (user_id, created_at);
  `.execute(db);
}
