import { type Kysely, sql } from "kysely";

/**
 * Answers of an anonymous circle stay sealed until it closes, and are released together, once. What the release in
 * threes needed goes. A circle is `fixed_at` the moment at which its first invitation left or its link was opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index circles_unswept`.execute(db);
  await sql`
    alter table circles
      drop column is_closed_for_good, drop column link_people_shown, drop column link_people_forgotten,
      drop column reopened_at, drop column swept_closing,
      add column fixed_at timestamptz,
      add column asker_name text,
      add column is_extended boolean not null default false`.execute(db);
  await sql`drop table waiting_answers`.execute(db);
  await sql`drop table round_keys`.execute(db);
  await sql`
    create table sealing_keys (
      circle_id uuid primary key references circles (id) on delete cascade,
      wrapped_key bytea not null,
      secret_id text not null
    )`.execute(db);
  await sql`
    create table sealed_answers (
      id uuid primary key,
      circle_id uuid not null references circles (id) on delete cascade,
      sealed bytea not null
    )`.execute(db);
  await sql`create index sealed_answers_by_circle on sealed_answers (circle_id)`.execute(db);
  // As in the former tables: nothing of a key or an answer is compressed or sampled.
  await sql`alter table sealed_answers alter column sealed set storage external`.execute(db);
  await sql`alter table sealed_answers alter column sealed set statistics 0`.execute(db);
  await sql`alter table sealing_keys alter column wrapped_key set statistics 0`.execute(db);
  await sql`drop index feedback_by_release`.execute(db);
  await sql`alter table feedback drop column released_on`.execute(db);
  // The random ids of anonymous answers are their order.
  await sql`alter table feedback drop column number`.execute(db);
  await sql`alter table encouragements drop column number`.execute(db);
  await sql`create index feedback_by_circle on feedback (circle_id)`.execute(db);
  await sql`create index encouragements_by_circle on encouragements (circle_id)`.execute(db);
  await sql`create index feedback_by_day on feedback (received_on)`.execute(db);
  await sql`alter table encouragements rename column released_on to received_on`.execute(db);
  await sql`alter table disk_cleanups drop column reach`.execute(db);
  await sql`
    alter table auth.users add column former_emails text[] not null default '{}'`.execute(db);
  await sql`
    update schema_support set oldest_migration = '0100-sealed-until-closing'`.execute(db);
}
