import { type Kysely, sql } from "kysely";

/**
 * Indexes for sweeps, so that each finds what is due without reading everything. What is in use, and so never due, is
 * marked when a sweep has looked at it: covers that a circle refers to, anonymous circles whose waiting answers were
 * deleted, and apps and consents that have sessions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column swept_closing timestamptz`.execute(db);
  await sql`
    create index circles_unswept on circles (closed_at)
    where status = 'completed' and is_anonymous and closed_at is distinct from swept_closing`.execute(
    db,
  );

  await sql`alter table covers add column is_settled boolean not null default false`.execute(db);
  await sql`create index covers_unsettled on covers (created_at) where not is_settled`.execute(db);

  await sql`
    create index mails_ended_by_kind on mails (kind, created_at)
    where invite_id is null and state in ('sent', 'skipped', 'failed')`.execute(db);
  await sql`drop index mails_ended`.execute(db);
  await sql`create index removed_mails_by_age on removed_mails (created_at)`.execute(db);

  await sql`alter table auth.oauth_consents add column seen_used_at timestamptz`.execute(db);
  await sql`
    create index oauth_consents_by_use on auth.oauth_consents (coalesce(seen_used_at, granted_at))`.execute(
    db,
  );
  await sql`drop index auth.oauth_consents_by_age`.execute(db);
  await sql`alter table auth.oauth_clients add column seen_used_at timestamptz`.execute(db);
  await sql`
    create index oauth_clients_by_use on auth.oauth_clients (greatest(approved_at, seen_used_at))
    where approved_at is not null`.execute(db);
  await sql`
    create index oauth_clients_unapproved on auth.oauth_clients (created_at) where approved_at is null`.execute(
    db,
  );
  await sql`drop index auth.oauth_clients_by_age`.execute(db);

  await sql`
    create index billing_events_unhandled on billing_events (received_at) where state = 'received'`.execute(
    db,
  );
  await sql`create index checkouts_by_age on checkouts (created_at)`.execute(db);
  await sql`create index subscription_payments_by_age on subscription_payments (paid_at)`.execute(
    db,
  );
  await sql`
    create index subscriptions_live on subscriptions (user_id) where status <> 'ended'`.execute(db);
  await sql`
    create index subscriptions_by_account on subscriptions (account_id)
    where status <> 'ended' and account_id is not null`.execute(db);
  await sql`create index subscriptions_by_end on subscriptions (ended_at)`.execute(db);
}
