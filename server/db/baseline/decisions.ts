import { type Kysely, sql } from "kysely";

/**
 * One decision for each circle. The index on an expression has its own statistics; without them, the planner assumes
 * that nearly every row meets a condition on two columns, and reads the whole table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table decisions (
      circle_id uuid primary key,
      user_id uuid not null,
      version integer not null,
      path text check (path in ('affirm', 'experiment', 'pause', 'mentor')),
      fields jsonb not null,
      review_date date,
      reminder_requested_for date,
      prediction text not null,
      confidence integer check (confidence between 1 and 99),
      what_happened text not null,
      closing jsonb not null,
      closing_sent_at timestamptz,
      closing_sent_count integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    create index decisions_review_due on decisions
      ((case when review_date is distinct from reminder_requested_for then review_date end));
  `.execute(db);
}
