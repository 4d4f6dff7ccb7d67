import { type Kysely, sql } from "kysely";

/** Whose data is whose: profiles, the keys with which texts are encrypted, sealed answers, and the list of erasures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Several processes that start at once agree on one key, because only one of them can store it.
    create table auth.signing_keys (
      kid text primary key,
      algorithm text not null default 'ES256' check (algorithm in ('ES256', 'RS256', 'EdDSA')),
      public_jwk jsonb not null,
      private_encrypted bytea,
      state text not null check (state in ('standby', 'current', 'previous')),
      signs_from timestamptz,
      verifies_until timestamptz,
      created_at timestamptz not null
    );
    create unique index signing_keys_one_current on auth.signing_keys (state) where state = 'current';
    create unique index signing_keys_one_standby on auth.signing_keys (state) where state = 'standby';

    create table profiles (
      user_id uuid primary key references auth.users (id) on delete cascade,
      full_name text not null default '',
      time_zone text,
      notify_responses boolean not null default true,
      notify_deadlines boolean not null default true,
      notify_weekly boolean not null default false,
      weekly_due_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index profiles_weekly on profiles (coalesce(weekly_due_at, '-infinity')) where notify_weekly;

    -- ANALYZE keeps samples of the values of a column, even of a table that has become empty: destroyed keys were
    -- found among them. So keys, and what people wrote, are never sampled.
    create table circle_keys (
      circle_id uuid primary key,
      user_id uuid not null,
      wrapped_key bytea not null,
      secret_id text not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table circle_keys alter column wrapped_key set statistics 0;

    create table sealing_keys (
      circle_id uuid primary key,
      user_id uuid not null,
      wrapped_key bytea not null,
      secret_id text not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table sealing_keys alter column wrapped_key set statistics 0;

    -- The random ids of sealed answers are their order. The table stays small, so that it can be rewritten whole
    -- after each release; and a row of feedback is never written in the same transaction as only its author's
    -- invite.
    create table sealed_answers (
      id uuid primary key,
      circle_id uuid not null,
      user_id uuid not null,
      sealed bytea not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table sealed_answers alter column sealed set statistics 0;
    alter table sealed_answers alter column sealed set storage external;
    create index sealed_answers_by_circle on sealed_answers (circle_id);

    create table erasure_notes (
      id uuid primary key,
      entry text not null
    );

    -- A day is rewritten whenever something is added, so that neither the order of rows nor their transaction
    -- numbers show when on that day, or in which order, things were erased.
    create table erasure_days (
      day date primary key,
      lines text not null
    );
  `.execute(db);
}
