import { sql } from "kysely";
import { dayMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";

/**
 * Stores many circles of one owner with a few statements: each with its people, and their sent invitations with the
 * finished jobs that sent them. They have no keys, so they can neither be answered nor read.
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
  const createdAt = new Date(now.getTime() - 10 * dayMs);
  await sql`
    with made as (
      insert into circles (id, user_id, create_key, title, description, what_they_ask, is_anonymous, deadline, closes_at,
        status, questions, next_question_id, created_at, updated_at)
      select gen_random_uuid(), ${user_id}, gen_random_uuid(), 'One of many', 'd', 'a', ${is_anonymous},
        ${closes_at}::timestamptz::date, ${closes_at}, 'active', '[]', 1, ${createdAt}, ${createdAt}
      from generate_series(1, ${circles}::int)
      returning id
    ), invited as (
      insert into invites (id, circle_id, user_id, position, first_name, email, invite_token, created_at)
      select gen_random_uuid(), made.id, ${user_id}, place, 'Ana', 'person-' || place || '-' || made.id || '@people.example',
        replace(gen_random_uuid()::text, '-', ''), ${createdAt}
      from made, generate_series(1, ${people}::int) as place
      returning id, circle_id, email
    ), emailed as (
      insert into emails (id, kind, intent, user_id, circle_id, invite_id, to_address, state, attempts, created_at, sent_at)
      select gen_random_uuid(), 'invitation', 'invitation ' || id, ${user_id}, circle_id, id, email, 'sent', 1,
        ${createdAt}, ${createdAt}
      from invited
      returning id
    )
    insert into jobs.job (name, data, state, policy, singleton_key, completed_on)
    select 'send_mail', jsonb_build_object('mail_id', id), 'completed', 'short', id::text, now() from emailed
  `.execute(db);
}

/** Stores finished jobs of emails that a test does not look at. */
export async function seedFinishedJobs(db: Db, count: number): Promise<void> {
  await sql`
    insert into jobs.job (name, data, state, policy, singleton_key, completed_on)
    select 'send_mail', jsonb_build_object('mail_id', gen_random_uuid()), 'completed', 'short',
      gen_random_uuid()::text, now()
    from generate_series(1, ${count}::int)`.execute(db);
}

/** Stores a response to each named circle of some owners, who have not been notified of it. Nobody can read it. */
export async function seedUnnotified(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into feedback (id, circle_id, user_id, sealed, questions, use_in_insights, received_on, created_at)
    select gen_random_uuid(), id, user_id, '\\x00'::bytea, '[]', false, ${now}::timestamptz::date, ${now}::timestamptz
    from circles where user_id = any(${[...userIds]}::uuid[])`.execute(db);
}
