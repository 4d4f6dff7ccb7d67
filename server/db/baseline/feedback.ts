import { type Kysely, sql } from "kysely";

/** Readable responses. A response to an anonymous circle has no invite and no time finer than the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feedback (
      id uuid primary key,
      circle_id uuid not null,
      user_id uuid not null,
      invite_id uuid unique references invites (id) on delete cascade,
      sealed bytea not null,
      questions jsonb not null,
      use_in_insights boolean not null,
      consented_processor text,
      received_on date not null,
      created_at timestamptz,
      is_owner_notified boolean not null default false,
      is_set_aside boolean not null default false,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table feedback alter column sealed set statistics 0;
    alter table feedback alter column sealed set storage external;
    create index feedback_by_circle on feedback (circle_id);
    create index feedback_by_day on feedback (received_on);
    create index feedback_unnotified on feedback (circle_id) where not is_owner_notified;

    create table kept_answers (
      feedback_id uuid not null references feedback (id) on delete cascade,
      user_id uuid not null,
      question_id integer not null,
      primary key (feedback_id, question_id)
    );

    create table encouragements (
      id uuid primary key,
      circle_id uuid not null,
      user_id uuid not null,
      invite_id uuid unique references invites (id) on delete cascade,
      sealed bytea not null,
      received_on date not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table encouragements alter column sealed set statistics 0;
    create index encouragements_by_circle on encouragements (circle_id);
  `.execute(db);
}
