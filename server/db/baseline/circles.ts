import { type Kysely, sql } from "kysely";

/** What owners ask. Rows about a circle repeat its owner's id, by which a cluster could distribute them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table circles (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      create_key uuid not null,
      title text not null,
      description text not null,
      what_they_ask text not null,
      language text not null default 'en' check (
        language in ('en', 'de', 'es', 'fr', 'pt-BR', 'it', 'nl', 'pl', 'tr', 'ja', 'ar')
      ),
      is_anonymous boolean not null,
      deadline date,
      closes_at timestamptz,
      cover_image_url text,
      status text not null check (status in ('active', 'completed')),
      questions jsonb not null,
      next_question_id integer not null,
      closed_at timestamptz,
      closed_by text check (closed_by in ('owner', 'deadline', 'restore')),
      fixed_at timestamptz,
      asker_name text,
      is_extended boolean not null default false,
      open_link text not null default 'never' check (open_link in ('never', 'open', 'revoked')),
      links_replaced_at timestamptz,
      link_answers_before integer not null default 0,
      link_openings integer not null default 0,
      is_closing_notified boolean not null default true,
      copied_from uuid references circles (id) on delete set null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (user_id, create_key),
      unique (user_id, id)
    );
    create index circles_by_original on circles (copied_from) where copied_from is not null;
    create index circles_by_age on circles (created_at);
    create index circles_by_cover on circles (cover_image_url) where cover_image_url is not null;
    create index circles_by_owner on circles (user_id, created_at desc);
    create index circles_closing on circles (closes_at, id) where status = 'active';
    create index circles_closing_unnotified on circles (closed_at)
      where status = 'completed' and not is_closing_notified;

    -- A deleted copy goes on counting towards the daily limit.
    create table circle_copies (
      user_id uuid not null references auth.users (id) on delete cascade,
      copy_id uuid not null,
      created_at timestamptz not null,
      primary key (user_id, copy_id)
    );
  `.execute(db);
}
