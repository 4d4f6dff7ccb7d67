import { type Kysely, sql } from "kysely";

/**
 * What owners buy. Each row names the provider it was bought from, and only rows of the provider in use count: what a
 * test checkout "sold" unlocks nothing on a server that takes payments. A checkout is recorded before the provider is
 * asked for one, and an event before it is processed. `ticket` orders the provider's answers: the answer to a later
 * question is never overwritten by the answer to an earlier one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_customers (
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider in ('stripe', 'test')),
      provider_id text unique,
      tickets integer not null default 0,
      created_at timestamptz not null,
      primary key (user_id, provider)
    )`.execute(db);

  // There is no foreign key to the circle: it would set `circle_id` to null on deletion, and fail if that makes two
  // checkouts equal.
  await sql`
    create table checkouts (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider in ('stripe', 'test')),
      kind text not null check (kind in ('single', 'monthly', 'annual')),
      circle_id uuid,
      state text not null check (state in ('wished', 'open', 'pending', 'paid', 'failed')),
      provider_id text unique,
      url text,
      expires_at timestamptz,
      asked_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index checkouts_by_user on checkouts (user_id, provider)`.execute(db);
  await sql`
    create unique index checkouts_one_open_single on checkouts
      (user_id, provider, coalesce(circle_id, '00000000-0000-0000-0000-000000000000'))
      where kind = 'single' and state in ('wished', 'open', 'pending')`.execute(db);
  await sql`
    create unique index checkouts_one_open_subscription on checkouts (user_id, provider)
      where kind <> 'single' and state in ('wished', 'open', 'pending')`.execute(db);

  // A purchase is unused while used_at is null. If its circle is deleted, the unlock is gone, too.
  await sql`
    create table purchases (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider in ('stripe', 'test')),
      checkout_id uuid not null unique references checkouts (id) on delete cascade,
      payment_id text unique,
      amount_cents integer not null,
      state text not null check (state in ('paid', 'refunded', 'disputed')),
      circle_id uuid references circles (id) on delete set null,
      used_at timestamptz,
      bought_at timestamptz not null,
      receipt_url text,
      ticket integer not null
    )`.execute(db);
  await sql`create index purchases_by_user on purchases (user_id, provider)`.execute(db);
  await sql`
    create unique index purchases_one_unlock on purchases (circle_id, provider)
      where state = 'paid'`.execute(db);
  await sql`create index purchases_by_circle on purchases (circle_id)`.execute(db);

  await sql`
    create table subscriptions (
      provider_id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider in ('stripe', 'test')),
      kind text not null check (kind in ('monthly', 'annual')),
      status text not null check (status in ('active', 'trialing', 'past_due', 'ended')),
      renews_at timestamptz,
      ends_at timestamptz,
      past_due_since timestamptz,
      started_at timestamptz not null,
      ticket integer not null
    )`.execute(db);
  await sql`create index subscriptions_by_user on subscriptions (user_id, provider)`.execute(db);

  await sql`
    create table subscription_payments (
      provider_id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider in ('stripe', 'test')),
      kind text not null check (kind in ('monthly', 'annual')),
      amount_cents integer not null,
      paid_at timestamptz not null,
      receipt_url text
    )`.execute(db);
  await sql`
    create index subscription_payments_by_user on subscription_payments (user_id, provider)`.execute(
    db,
  );

  // An event that is not about one of our owners is kept without its body.
  await sql`
    create table billing_events (
      id text primary key,
      provider text not null check (provider in ('stripe', 'test')),
      type text not null,
      about text check (about in ('checkout', 'payment', 'subscription')),
      about_id text,
      user_id uuid references auth.users (id) on delete cascade,
      body text,
      state text not null check (state in ('received', 'worked', 'ignored')),
      received_at timestamptz not null,
      worked_at timestamptz
    )`.execute(db);
  await sql`create index billing_events_by_user on billing_events (user_id)`.execute(db);
  await sql`create index billing_events_by_time on billing_events (received_at)`.execute(db);

  // The test provider's own records, which a real provider keeps outside the product.
  await sql`
    create table test_checkouts (
      id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      kind text not null check (kind in ('single', 'monthly', 'annual')),
      success_url text not null,
      cancel_url text not null,
      state text not null check (state in ('open', 'paid', 'expired')),
      subscription_id text,
      is_refunded boolean not null default false,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz
    )`.execute(db);
  await sql`create index test_checkouts_by_user on test_checkouts (user_id)`.execute(db);
  await sql`
    create table test_subscriptions (
      id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      kind text not null check (kind in ('monthly', 'annual')),
      cancels_at timestamptz,
      is_refunded boolean not null default false,
      past_due_since timestamptz,
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index test_subscriptions_by_user on test_subscriptions (user_id)`.execute(db);
}
