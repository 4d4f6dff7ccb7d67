import { type Kysely, sql } from "kysely";

/**
 * Columns for encrypted answers, notes and insights, and tables for their keys. What is stored already is encrypted
 * between this migration and the next one (server/access/encryption/seal-stored-texts.ts), which needs APP_SECRET.
 *
 * Answers of an anonymous circle wait in a table of their own. It stays small, so that it can be rewritten whole after
 * each release; and a row of `feedback` is never written in the same transaction as only its author's invite.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table circle_keys (
      circle_id uuid primary key references circles (id) on delete cascade,
      wrapped_key bytea not null,
      secret_id text not null
    )`.execute(db);
  await sql`
    create table round_keys (
      circle_id uuid primary key references circles (id) on delete cascade,
      wrapped_key bytea not null,
      secret_id text not null
    )`.execute(db);
  await sql`
    create table waiting_answers (
      id uuid primary key,
      circle_id uuid not null references circles (id) on delete cascade,
      questions jsonb not null,
      sealed bytea not null
    )`.execute(db);
  await sql`create index waiting_answers_by_circle on waiting_answers (circle_id)`.execute(db);
  // Encrypted bytes cannot be compressed, so PostgreSQL should not try to.
  await sql`alter table waiting_answers alter column sealed set storage external`.execute(db);

  await sql`alter table feedback add column sealed bytea`.execute(db);
  await sql`alter table feedback alter column sealed set storage external`.execute(db);
  await sql`alter table feedback alter column answers drop not null`.execute(db);
  await sql`alter table encouragements add column sealed bytea`.execute(db);
  await sql`alter table encouragements alter column note drop not null`.execute(db);
  await sql`alter table insights add column sealed bytea`.execute(db);
  for (const column of [
    "sentiment",
    "sentiment_explanation",
    "summary_paragraph",
    "key_themes",
    "highlighted_quotes",
    "next_step_suggestion",
    "content",
    "response_ids",
  ]) {
    await sql`alter table insights alter column ${sql.id(column)} drop not null`.execute(db);
  }
  await sql`alter table removed_names add column name_mac bytea`.execute(db);

  await sql`
    create table disk_cleanups (
      id uuid primary key,
      reach text not null check (reach in ('keys', 'rows')),
      requested_by xid8 not null,
      requested_at timestamptz not null
    )`.execute(db);
}
