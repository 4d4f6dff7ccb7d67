import { type Kysely, sql } from "kysely";

/** The latest insights of a circle, and the requests for them. One request at a time is in progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table insights (
      circle_id uuid primary key,
      user_id uuid not null,
      sealed bytea not null,
      engine_kind text not null check (engine_kind in ('local', 'model')),
      engine_name text not null,
      prompt_version text,
      took_ms integer not null,
      updated_at timestamptz not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table insights alter column sealed set statistics 0;

    create table insight_generations (
      id uuid primary key,
      circle_id uuid not null,
      user_id uuid not null,
      state text not null check (state in ('running', 'done', 'failed')),
      stage text not null check (stage in (
        'waiting', 'reading', 'comparing', 'summarizing', 'gathering', 'choosing', 'checking')),
      place integer,
      requested_at timestamptz not null,
      finished_at timestamptz,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    create index insight_generations_by_age on insight_generations (requested_at);
    create index insight_generations_by_circle on insight_generations (circle_id, requested_at);
    create unique index insight_generations_one_at_a_time on insight_generations (circle_id)
      where state = 'running';
  `.execute(db);
}
