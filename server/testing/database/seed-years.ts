import { sql } from "kysely";
import { dayMs } from "#contract/values/durations.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** How many owners one statement stores: enough to be fast, few enough for its rows to stay in memory. */
const ownersAtOnce = 1000;
const circlesEach = 10;

interface Given {
  now: Date;
  /** The size of encrypted values in bytes. Small by default; set it if sizes on disk matter. */
  sealedBytes?: number;
}

/**
 * Stores what a server has after a while, with statements that each make many rows: every table that grows with use
 * gets some, and no work is due for them. Nothing can be decrypted, because the values are random.
 *
 * Foreign keys are not checked meanwhile, because that would take most of the time, so `db` has to be a superuser's.
 */
export async function seedYears(db: Db, circles: number, given: Given): Promise<void> {
  for (let owners = circles / circlesEach; owners > 0; owners -= ownersAtOnce) {
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`set local statement_timeout = 0`.execute(tx);
      await seedOwners(tx, Math.min(owners, ownersAtOnce), given);
    });
  }
}

async function seedOwners(tx: Tx, count: number, { now, sealedBytes = 1 }: Given): Promise<void> {
  const inDays = (days: number) => sql`${new Date(now.getTime() + days * dayMs)}::timestamptz`;
  const [recently, before, longBefore, later] = [-0.1, -10, -400, 30].map(inDays);
  // Like encrypted values, these are random, so PostgreSQL cannot compress them.
  const sealed = sql`(select string_agg(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), '')
    from generate_series(0, ${sealedBytes}::int / 16))`;
  await sql`create temporary table made on commit drop as select gen_random_uuid() as id
    from generate_series(1, ${count}::int)`.execute(tx);
  await sql`
    create temporary table made_circles on commit drop as
    select gen_random_uuid() as id, made.id as user_id, n, n in (2, 3, 4) as is_anonymous, n <= 2 as is_open
    from made, generate_series(1, ${circlesEach}::int) as n`.execute(tx);
  await sql`
    create temporary table made_people on commit drop as
    select gen_random_uuid() as id, made_circles.id as circle_id, user_id, is_anonymous, is_anonymous and is_open as is_sealed,
      place, gen_random_uuid() as answer
    from made_circles, generate_series(1, 5) as place`.execute(tx);

  for (const statement of [
    sql`
      insert into auth.users (id, email, email_proven_at, app_metadata, user_metadata, created_at, updated_at)
      select id, 'owner-' || id || '@paraline.example', ${before}, '{}', '{}', ${before},
        ${before}
      from made`,
    sql`
      insert into profiles (user_id, full_name, time_zone, notify_weekly, weekly_due_at, created_at, updated_at)
      select id, 'Maya', 'UTC', true, ${later}, ${before}, ${before} from made`,
    sql`
      insert into circles (id, user_id, create_key, title, description, what_they_ask, is_anonymous, deadline, closes_at,
        cover_image_url, status, closed_at, fixed_at, questions, next_question_id, created_at, updated_at)
      select id, user_id, gen_random_uuid(), 'One of many', 'd', 'a', is_anonymous, ${later}::date, ${later},
        case when n <= 5 then
          '/storage/v1/object/public/circle-covers/' || user_id || '/170000000000' || n || '.png' end,
        case when is_open then 'active' else 'completed' end,
        case when not is_open then case when n <= 3 then ${before} else ${longBefore} end end,
        ${longBefore}, '[]', 1, ${longBefore}, ${longBefore}
      from made_circles`,
    sql`
      insert into circle_keys (circle_id, user_id, wrapped_key, secret_id)
      select id, user_id, decode(repeat('00', 60), 'hex'), 'seeded' from made_circles`,
    sql`
      insert into sealing_keys (circle_id, user_id, wrapped_key, secret_id)
      select id, user_id, decode(repeat('00', 60), 'hex'), 'seeded' from made_circles where is_anonymous and is_open`,
    sql`
      insert into sealed_answers (id, circle_id, user_id, sealed)
      select gen_random_uuid(), circle_id, user_id, ${sealed} from made_people where is_sealed and place <= 3`,
    sql`
      insert into invites (id, circle_id, user_id, position, first_name, email, status, invite_token, created_at)
      select id, circle_id, user_id, place, 'Ana', 'person-' || place || '-' || user_id || '@people.example',
        case when place <= 3 and (is_sealed or not is_anonymous) then 'completed' else 'pending' end, replace(gen_random_uuid()::text, '-', ''), ${before}
      from made_people`,
    sql`
      insert into emails (id, kind, intent, user_id, circle_id, invite_id, to_address, state, attempts, created_at, sent_at)
      select gen_random_uuid(), 'invitation', 'invitation ' || id, user_id, circle_id, id,
        'person-' || place || '-' || user_id || '@people.example', 'sent', 1, ${before}, ${before}
      from made_people
      union all
      select gen_random_uuid(), 'new_responses', 'seeded ' || id, user_id, null, null,
        'owner-' || user_id || '@paraline.example', 'sent', 1, ${before}, ${before}
      from made_circles
      union all
      select gen_random_uuid(), 'billing_receipt', 'receipt ' || id, user_id, null, null,
        'owner-' || user_id || '@paraline.example', 'sent', 1, ${longBefore}, ${longBefore}
      from made_circles where n <= 5`,
    sql`
      insert into feedback (id, circle_id, user_id, invite_id, sealed, questions, use_in_insights, received_on, created_at,
        is_owner_notified)
      select answer, circle_id, user_id, case when not is_anonymous then id end, ${sealed}, '[]', false,
        ${before}::date, case when not is_anonymous then ${before} end, true
      from made_people where place <= 3 and not is_sealed`,
    sql`
      insert into encouragements (id, circle_id, user_id, invite_id, received_on, sealed)
      select gen_random_uuid(), circle_id, user_id, case when not is_anonymous then id end, ${before}::date, ${sealed}
      from made_people where place <= 2 and not is_sealed`,
    sql`insert into own_answers (circle_id, user_id, state) select id, user_id, 'read' from made_circles`,
    sql`insert into kept_answers (feedback_id, user_id, question_id) select answer, user_id, 1 from made_people
      where place = 1 and not is_sealed`,
    sql`
      insert into decisions (circle_id, user_id, version, fields, review_date, reminder_requested_for, prediction, what_happened, closing,
        closing_sent_count, created_at, updated_at)
      select id, user_id, 1, '{}', ${before}::date, ${before}::date, '', '', '{}', 0, ${before}, ${before}
      from made_circles`,
    sql`
      insert into insights (circle_id, user_id, engine_kind, engine_name, took_ms, updated_at, sealed)
      select id, user_id, 'local', 'seeded', 10, ${before}, ${sealed} from made_circles where not is_open`,
    sql`
      insert into insight_generations (id, circle_id, user_id, state, stage, requested_at, finished_at)
      select gen_random_uuid(), id, user_id, 'done', 'checking', ${before}, ${before} from made_circles
      where not is_open`,
    sql`
      insert into covers (user_id, file_name, created_at, is_settled)
      select user_id, '170000000000' || n || '.png', ${longBefore}, true from made_circles where n <= 5`,
    sql`
      insert into cover_uploads (id, user_id, bytes, is_copy, created_at)
      select gen_random_uuid(), id, 100000, false, ${recently} from made`,
    sql`
      insert into removed_emails (user_id, address_hash, created_at)
      select id, gen_random_uuid()::text, ${recently} from made, generate_series(1, 2)`,
    sql`
      insert into rate_limits (key, points, expire)
      select 'seeded:' || id, 1, ${now.getTime() + 30 * dayMs}::bigint from made`,
    sql`
      insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      select gen_random_uuid(), id, 'email', id, '{}', ${before}, ${before} from made`,
    sql`
      insert into auth.oauth_clients (id, name, redirect_uris, auth_method, grant_types, approved_at, created_at,
        seen_used_at)
      select id, 'An assistant', '{}', 'none', '{}', ${longBefore}, ${longBefore}, ${before} from made`,
    sql`
      insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at, seen_used_at)
      select gen_random_uuid(), id, id, '{}', ${longBefore}, ${before} from made`,
    sql`
      insert into auth.sessions (id, user_id, aal, amr, refreshed_at, created_at, oauth_client_id, scopes)
      select gen_random_uuid(), id, 'aal1', '[]'::jsonb, ${before}, ${before}, null::uuid, null::text[] from made
      union all
      select gen_random_uuid(), id, 'aal1', '[]', ${before}, ${before}, id, '{}' from made`,
    sql`
      insert into auth.known_networks (user_id, network_hash, last_used_at)
      select id, decode('00', 'hex'), ${before} from made`,
    sql`
      insert into auth.known_devices (user_id, device_hash, last_used_at)
      select id, decode('00', 'hex'), ${before} from made`,
    sql`
      insert into auth.audit_log (user_id, action, details, created_at)
      select id, 'login', '{}', ${before} from made, generate_series(1, 3)`,
    sql`
      insert into billing_customers (user_id, provider, provider_id, created_at)
      select id, 'test', 'seeded-' || id, ${longBefore} from made`,
    sql`
      insert into checkouts (id, user_id, provider, kind, circle_id, state, provider_id, created_at)
      select id, user_id, 'test', 'single', id, 'paid', 'seeded-' || id, ${longBefore} from made_circles where n = 4`,
    sql`
      insert into purchases (id, user_id, provider, checkout_id, amount_cents, state, circle_id, bought_at, ticket)
      select id, user_id, 'test', id, 500, 'paid', id, ${longBefore}, 1 from made_circles where n = 4`,
    sql`
      insert into subscriptions (provider_id, user_id, provider, kind, status, started_at, ended_at, ticket)
      select 'seeded-' || id, id, 'test', 'monthly', 'ended', ${longBefore}, ${longBefore}, 1 from made`,
    sql`
      insert into subscription_payments (provider_id, user_id, provider, kind, amount_cents, paid_at, state, ticket)
      select 'seeded-' || id, id, 'test', 'monthly', 1500, ${longBefore}, 'paid', 1 from made`,
    sql`
      insert into billing_events (id, provider, type, user_id, state, received_at, worked_at)
      select 'seeded-' || id, 'test', 'seeded', id, 'worked', ${before}, ${before} from made`,
  ]) {
    await statement.execute(tx);
  }
}
