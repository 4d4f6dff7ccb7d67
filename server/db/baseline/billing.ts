import { type Kysely, sql } from "kysely";

/**
 * What owners buy. Each row names the provider it was bought from, and only rows of the provider in use count: what a
 * test checkout "sold" unlocks nothing on a server that takes payments. A checkout is recorded before the provider is
 * asked for one, and an event before it is processed. `ticket` orders the provider's answers: the answer to a later
 * question is never overwritten by the answer to an earlier one. The code defines which providers exist.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_customers (
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider <> ''),
      provider_id text unique,
      tickets integer not null default 0,
      asking_press uuid,
      asking_until timestamptz,
      created_at timestamptz not null,
      primary key (user_id, provider)
    );

    -- There is no foreign key to the circle: it would set circle_id to null on deletion, and fail if that makes two
    -- checkouts equal.
    create table checkouts (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider <> ''),
      kind text not null check (kind in ('single', 'monthly', 'annual')),
      circle_id uuid,
      state text not null check (state in ('requested', 'open', 'paid', 'failed')),
      provider_id text unique,
      url text,
      asked_at timestamptz,
      created_at timestamptz not null
    );
    create index checkouts_by_age on checkouts (created_at);
    create index checkouts_by_user on checkouts (user_id, provider);
    create unique index checkouts_one_open_single on checkouts
      (user_id, provider, coalesce(circle_id, '00000000-0000-0000-0000-000000000000'))
      where kind = 'single' and state in ('requested', 'open');
    create unique index checkouts_one_open_subscription on checkouts (user_id, provider)
      where kind <> 'single' and state in ('requested', 'open');

    -- A purchase is unused while used_at is null. If its circle is deleted, the unlock is gone, too.
    create table purchases (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider <> ''),
      checkout_id uuid not null unique references checkouts (id) on delete cascade,
      payment_id text unique,
      amount_cents integer not null,
      state text not null check (state in ('paid', 'refunded', 'disputed')),
      circle_id uuid references circles (id) on delete set null,
      used_at timestamptz,
      bought_at timestamptz not null,
      receipt_url text,
      ticket integer not null
    );
    create index purchases_by_age on purchases (bought_at);
    create index purchases_by_circle on purchases (circle_id);
    create index purchases_by_user on purchases (user_id, provider);
    create index purchases_disputed on purchases (bought_at) where state = 'disputed';
    create unique index purchases_one_unlock on purchases (circle_id, provider) where state = 'paid';
    create index purchases_returned on purchases (bought_at) where state <> 'paid';

    create table subscriptions (
      provider_id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider <> ''),
      customer_id text,
      kind text not null check (kind in ('monthly', 'annual')),
      status text not null check (status in ('active', 'trialing', 'past_due', 'unpaid', 'ended')),
      renews_at timestamptz,
      ends_at timestamptz,
      past_due_since timestamptz,
      started_at timestamptz not null,
      ended_at timestamptz,
      price_cents integer,
      currency text,
      adds_tax boolean,
      unpaid_id text,
      unpaid_cents integer,
      unpaid_url text,
      unpaid_needs_confirmation boolean,
      ticket integer not null
    );
    create index subscriptions_by_end on subscriptions (ended_at);
    create index subscriptions_by_user on subscriptions (user_id, provider);
    create index subscriptions_live on subscriptions (user_id) where status <> 'ended';
    create index subscriptions_unpaid on subscriptions (provider) where status in ('past_due', 'unpaid');

    create table subscription_payments (
      provider_id text primary key,
      payment_id text,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null check (provider <> ''),
      kind text not null check (kind in ('monthly', 'annual')),
      amount_cents integer not null,
      currency text,
      paid_at timestamptz not null,
      state text not null check (state in ('paid', 'refunded', 'disputed')),
      receipt_url text,
      ticket integer not null
    );
    create index subscription_payments_by_age on subscription_payments (paid_at);
    create index subscription_payments_by_payment on subscription_payments (payment_id);
    create index subscription_payments_by_user on subscription_payments (user_id, provider);
    create index subscription_payments_returned on subscription_payments (paid_at) where state <> 'paid';

    -- Of an event, only its subject is kept.
    create table billing_events (
      id text primary key,
      provider text not null check (provider <> ''),
      type text not null,
      about text check (about in ('checkout', 'payment', 'subscription')),
      about_id text,
      user_id uuid references auth.users (id) on delete cascade,
      state text not null check (state in ('received', 'worked', 'ignored')),
      received_at timestamptz not null,
      worked_at timestamptz
    );
    create index billing_events_by_time on billing_events (received_at);
    create index billing_events_by_user on billing_events (user_id);
    create index billing_events_unhandled on billing_events (received_at) where state = 'received';

    -- The test provider's own records, which a real provider keeps outside the product.
    create table test_checkouts (
      id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      kind text not null check (kind in ('single', 'monthly', 'annual')),
      success_url text not null,
      cancel_url text not null,
      state text not null check (state in ('open', 'paid', 'expired')),
      subscription_id text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz
    );
    create index test_checkouts_by_user on test_checkouts (user_id);

    create table test_subscriptions (
      id text primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      kind text not null check (kind in ('monthly', 'annual')),
      cancels_at timestamptz,
      past_due_since timestamptz,
      started_at timestamptz not null,
      ended_at timestamptz
    );
    create index test_subscriptions_by_user on test_subscriptions (user_id);
  `.execute(db);
}
