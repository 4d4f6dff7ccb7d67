import { type Kysely, sql } from "kysely";

/** The latest insights of a circle, and the requests for them. One request at a time is in progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table insights (
      circle_id uuid primary key references circles (id) on delete cascade,
      sentiment text not null check (sentiment in ('positive', 'concerned', 'mixed', 'other')),
      sentiment_explanation text not null,
      summary_paragraph text not null,
      key_themes jsonb not null,
      highlighted_quotes jsonb not null,
      next_step_suggestion text not null,
      content jsonb not null,
      response_ids jsonb not null,
      engine_kind text not null check (engine_kind in ('local', 'model')),
      engine_name text not null,
      prompt_version text,
      took_ms integer not null,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table insight_generations (
      id uuid primary key,
      circle_id uuid not null references circles (id) on delete cascade,
      state text not null check (state in ('running', 'done', 'failed')),
      stage text not null check (stage in ('reading', 'comparing', 'checking')),
      requested_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);
  await sql`create unique index insight_generations_one_at_a_time on insight_generations (circle_id) where state = 'running'`.execute(
    db,
  );
  await sql`create index insight_generations_by_circle on insight_generations (circle_id, requested_at)`.execute(
    db,
  );
}
