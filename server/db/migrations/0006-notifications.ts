import { type Kysely, sql } from "kysely";

/**
 * Which events owners have been notified of by email. Owners count as notified of everything before this migration, so
 * an upgrade sends no mails. In an anonymous circle only released answers are ever reported, so a waiting answer looks
 * like any other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles
      add column notify_responses boolean not null default true,
      add column notify_deadlines boolean not null default true,
      add column notify_weekly boolean not null default false,
      add column weekly_due_at timestamptz`.execute(db);
  await sql`create index profiles_weekly on profiles (coalesce(weekly_due_at, '-infinity')) where notify_weekly`.execute(
    db,
  );

  // A constant default is not written into the existing rows, however many there are.
  await sql`alter table feedback add column owner_told boolean not null default true`.execute(db);
  await sql`alter table feedback alter column owner_told set default false`.execute(db);
  await sql`create index feedback_untold on feedback (circle_id) where released_on is not null and not owner_told`.execute(
    db,
  );

  await sql`
    create table told_responses (
      mail_id uuid not null references mails (id) on delete cascade,
      feedback_id uuid not null references feedback (id) on delete cascade,
      primary key (mail_id, feedback_id)
    )`.execute(db);
  await sql`create index told_responses_by_feedback on told_responses (feedback_id)`.execute(db);

  await sql`alter table circles add column closing_told boolean not null default true`.execute(db);
  await sql`create index circles_closing_untold on circles (closed_at) where status = 'completed' and not closing_told`.execute(
    db,
  );
  await sql`create index mails_queued on mails (created_at) where state = 'queued'`.execute(db);
}
