import { type Kysely, sql } from "kysely";

/**
 * The product's own tables. Two rules shape them. From the moment when it is stored, an answer of an anonymous circle
 * has no invite and no time finer than the day. And nothing is readable before `released_on` is set, which happens at
 * once in named circles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table profiles (
      user_id uuid primary key references auth.users (id) on delete cascade,
      full_name text not null default '',
      time_zone text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table circles (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      create_key uuid not null,
      title text not null,
      description text not null,
      what_they_ask text not null,
      is_anonymous boolean not null,
      deadline date,
      closes_at timestamptz,
      cover_image_url text,
      status text not null check (status in ('active', 'completed')),
      questions jsonb not null,
      next_question_id integer not null,
      closed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (user_id, create_key)
    )`.execute(db);
  await sql`create index circles_by_owner on circles (user_id, created_at desc)`.execute(db);
  await sql`create index circles_due on circles (closes_at) where status = 'active'`.execute(db);
  await sql`create index circles_by_cover on circles (cover_image_url) where cover_image_url is not null`.execute(
    db,
  );

  await sql`
    create table invites (
      id uuid primary key,
      circle_id uuid not null references circles (id) on delete cascade,
      position integer not null,
      first_name text not null,
      last_name text,
      email text,
      status text not null default 'pending' check (status in ('pending', 'completed', 'declined')),
      source text not null default 'invited' check (source in ('invited', 'link')),
      invite_token text not null unique,
      submission_key uuid,
      label text check (label in ('personal', 'work', 'family', 'mentor', 'friend')),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index invites_one_per_address on invites (circle_id, email)`.execute(db);

  await sql`
    create table feedback (
      id uuid primary key,
      circle_id uuid not null references circles (id) on delete cascade,
      invite_id uuid unique references invites (id) on delete cascade,
      answers jsonb not null,
      questions jsonb not null,
      use_in_insights boolean not null,
      show_if_few boolean not null,
      received_on date not null,
      created_at timestamptz,
      released_on date,
      number integer
    )`.execute(db);
  await sql`create unique index feedback_numbers on feedback (circle_id, number)`.execute(db);
  await sql`create index feedback_waiting on feedback (circle_id) where released_on is null`.execute(
    db,
  );

  await sql`
    create table encouragements (
      id uuid primary key,
      circle_id uuid not null references circles (id) on delete cascade,
      invite_id uuid unique references invites (id) on delete cascade,
      note text not null,
      show_if_few boolean not null,
      released_on date,
      number integer
    )`.execute(db);
  await sql`create unique index encouragements_numbers on encouragements (circle_id, number)`.execute(
    db,
  );
  await sql`create index encouragements_waiting on encouragements (circle_id) where released_on is null`.execute(
    db,
  );

  await sql`
    create table covers (
      user_id uuid not null references auth.users (id) on delete cascade,
      file_name text not null,
      created_at timestamptz not null,
      primary key (user_id, file_name)
    )`.execute(db);

  await sql`
    create table mails (
      id uuid primary key,
      kind text not null,
      intent text not null unique,
      user_id uuid references auth.users (id) on delete cascade,
      circle_id uuid references circles (id) on delete cascade,
      invite_id uuid references invites (id) on delete cascade,
      to_address text not null,
      state text not null check (state in ('waiting', 'queued', 'sent', 'failed', 'skipped')),
      reason text,
      attempts integer not null default 0,
      not_before timestamptz,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`create index mails_by_invite on mails (invite_id, created_at)`.execute(db);
  await sql`create index mails_by_user on mails (user_id, kind, created_at)`.execute(db);

  await sql`
    create table mail_opt_outs (
      id uuid primary key,
      email text not null,
      owner_id uuid references auth.users (id) on delete cascade,
      created_at timestamptz not null,
      unique nulls not distinct (email, owner_id)
    )`.execute(db);
}
