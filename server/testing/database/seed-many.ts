import { sql } from "kysely";
import type { Db } from "#server/db/tables.ts";

/**
 * Stores many circles of one owner by a few statements: each with its people, and their sent invitations with the
 * finished jobs that sent them. Without keys, so nothing of them can be answered or read.
 */
export async function seedManyCircles(
  db: Db,
  given: {
    user_id: string;
    circles: number;
    people: number;
    now: Date;
    closes_at?: Date | null;
    is_anonymous?: boolean;
  },
): Promise<void> {
  const { user_id, circles, people, now, closes_at = null, is_anonymous = false } = given;
  const createdAt = new Date(now.getTime() - 10 * 24 * 3600 * 1000);
  await sql`
    with made as (
      insert into circles (id, user_id, create_key, title, description, what_they_ask, is_anonymous, deadline, closes_at,
        status, questions, next_question_id, created_at, updated_at)
      select gen_random_uuid(), ${user_id}, gen_random_uuid(), 'One of many', 'd', 'a', ${is_anonymous},
        ${closes_at}::timestamptz::date, ${closes_at}, 'active', '[]', 1, ${createdAt}, ${createdAt}
      from generate_series(1, ${circles}::int)
      returning id
    ), invited as (
      insert into invites (id, circle_id, position, first_name, email, invite_token, created_at)
      select gen_random_uuid(), made.id, place, 'Ana', 'person-' || place || '-' || made.id || '@people.example',
        replace(gen_random_uuid()::text, '-', ''), ${createdAt}
      from made, generate_series(1, ${people}::int) as place
      returning id, circle_id, email
    ), mailed as (
      insert into mails (id, kind, intent, user_id, circle_id, invite_id, to_address, state, attempts, created_at, sent_at)
      select gen_random_uuid(), 'invitation', 'invitation ' || id, ${user_id}, circle_id, id, email, 'sent', 1,
        ${createdAt}, ${createdAt}
      from invited
      returning id
    )
    insert into jobs.job (name, data, state, policy, singleton_key, completed_on)
    select 'send_mail', jsonb_build_object('mail_id', id), 'completed', 'short', id::text, now() from mailed
  `.execute(db);
}

/** Stores finished jobs of mails that are none of a test's. */
export async function seedFinishedJobs(db: Db, count: number): Promise<void> {
  await sql`
    insert into jobs.job (name, data, state, policy, singleton_key, completed_on)
    select 'send_mail', jsonb_build_object('mail_id', gen_random_uuid()), 'completed', 'short',
      gen_random_uuid()::text, now()
    from generate_series(1, ${count}::int)`.execute(db);
}

/** Stores a response to each named circle of some owners, of which none was notified. Nobody can read it. */
export async function seedUnnotified(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into feedback (id, circle_id, sealed, questions, use_in_insights, received_on, created_at, released_on)
    select gen_random_uuid(), id, '\\x00'::bytea, '[]', false, ${now}::timestamptz::date, ${now}::timestamptz,
      ${now}::timestamptz::date
    from circles where user_id = any(${[...userIds]}::uuid[])`.execute(db);
}

/**
 * Stores what a server has after a while: owners with ten circles each, of which one is open, with five people, their
 * sent invitations, three read responses and a reviewed decision. Nothing of it is due.
 */
export async function seedYears(db: Db, circles: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 10 * 24 * 3600 * 1000);
  const later = new Date(now.getTime() + 30 * 24 * 3600 * 1000);
  const ownersAtOnce = 500;
  for (let owners = circles / 10; owners > 0; owners -= ownersAtOnce) {
    const { rows } = await sql<{ id: string }>`
      insert into auth.users (id, email, email_proven_at, app_metadata, user_metadata, created_at, updated_at)
      select id, 'owner-' || id || '@paraline.example', ${before}::timestamptz, '{}', '{}', ${before}::timestamptz,
        ${before}::timestamptz
      from (select gen_random_uuid() as id from generate_series(1, ${Math.min(owners, ownersAtOnce)}::int)) as made
      returning id`.execute(db);
    const ids = rows.map(({ id }) => id);
    await sql`
      insert into profiles (user_id, full_name, time_zone, notify_weekly, weekly_due_at, created_at, updated_at)
      select id, 'Maya', 'UTC', true, ${later}::timestamptz, ${before}::timestamptz, ${before}::timestamptz
      from unnest(${ids}::uuid[]) as id`.execute(db);
    await seedYearsOf(db, ids, { before, later });
  }
}

async function seedYearsOf(
  db: Db,
  ownerIds: readonly string[],
  { before, later }: { before: Date; later: Date },
): Promise<void> {
  await sql`
    with circle as (
      insert into circles (id, user_id, create_key, title, description, what_they_ask, is_anonymous, deadline, closes_at,
        status, closed_at, questions, next_question_id, created_at, updated_at)
      select gen_random_uuid(), owner, gen_random_uuid(), 'One of many', 'd', 'a', false, ${later}::timestamptz::date,
        ${later}, case when n = 1 then 'active' else 'completed' end,
        case when n > 1 then ${before}::timestamptz end, '[]', 1, ${before}, ${before}
      from unnest(${[...ownerIds]}::uuid[]) as owner, generate_series(1, 10) as n
      returning id, user_id
    ), invited as (
      insert into invites (id, circle_id, position, first_name, email, status, invite_token, created_at)
      select gen_random_uuid(), id, place, 'Ana', 'person-' || place || '-' || user_id || '@people.example',
        case when place <= 3 then 'completed' else 'pending' end, replace(gen_random_uuid()::text, '-', ''), ${before}
      from circle, generate_series(1, 5) as place
      returning id, circle_id, position, email
    ), mailed as (
      insert into mails (id, kind, intent, user_id, circle_id, invite_id, to_address, state, attempts, created_at, sent_at)
      select gen_random_uuid(), 'invitation', 'invitation ' || invited.id, user_id, circle_id, invited.id, email, 'sent', 1,
        ${before}, ${before}
      from invited join circle on circle.id = circle_id
    ), answered as (
      insert into feedback (id, circle_id, invite_id, sealed, questions, use_in_insights, received_on, created_at,
        released_on, owner_told)
      select gen_random_uuid(), circle_id, id, '\\x00', '[]', false, ${before}::timestamptz::date, ${before},
        ${before}::timestamptz::date, true
      from invited where position <= 3
    )
    insert into decisions (circle_id, version, fields, review_date, looked_back_on, prediction, what_happened, closing,
      closing_sent_count, created_at, updated_at)
    select id, 1, '{}', ${before}::timestamptz::date, ${before}::timestamptz::date, '', '', '{}', 0, ${before}, ${before}
    from circle`.execute(db);
}
