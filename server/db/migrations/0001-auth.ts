import { type Kysely, sql } from "kysely";

/**
 * Accounts, sessions and what protects them. No table contains anything that could be replayed: refresh tokens have no
 * rows, links and codes are kept as hashes, and second-step secrets are encrypted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists auth`.execute(db);

  await sql`
    create table auth.users (
      id uuid primary key,
      email text not null constraint users_email_key unique,
      email_confirmed_at timestamptz,
      email_proven_at timestamptz,
      password_hash text,
      new_email text,
      email_change_halves smallint not null default 0,
      app_metadata jsonb not null,
      user_metadata jsonb not null,
      last_sign_in_at timestamptz,
      confirmation_sent_at timestamptz,
      recovery_sent_at timestamptz,
      email_change_sent_at timestamptz,
      banned_until timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table auth.identities (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      provider text not null,
      provider_id text not null,
      identity_data jsonb not null,
      email text generated always as (lower(identity_data ->> 'email')) stored,
      last_sign_in_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (provider, provider_id)
    )`.execute(db);
  await sql`create index identities_by_user on auth.identities (user_id)`.execute(db);

  await sql`
    create table auth.mfa_factors (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      factor_type text not null check (factor_type in ('totp')),
      friendly_name text not null,
      status text not null check (status in ('unverified', 'verified')),
      secret_encrypted bytea not null,
      last_step bigint,
      last_challenged_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create unique index mfa_factors_names on auth.mfa_factors (user_id, friendly_name)
      where friendly_name <> ''`.execute(db);
  await sql`create index mfa_factors_by_user on auth.mfa_factors (user_id)`.execute(db);
  await sql`
    create index mfa_factors_unverified on auth.mfa_factors (created_at)
      where status = 'unverified'`.execute(db);

  await sql`
    create table auth.sessions (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      aal text not null check (aal in ('aal1', 'aal2')),
      amr jsonb not null,
      factor_id uuid references auth.mfa_factors (id) on delete set null,
      refresh_counter bigint not null default 0,
      refresh_floor bigint not null default 0,
      refreshed_at timestamptz not null,
      user_agent text,
      ip inet,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_by_user on auth.sessions (user_id)`.execute(db);
  await sql`
    create index sessions_by_factor on auth.sessions (factor_id)
      where factor_id is not null`.execute(db);
  await sql`create index sessions_by_refresh on auth.sessions (refreshed_at)`.execute(db);

  await sql`
    create table auth.mfa_challenges (
      id uuid primary key,
      factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
      session_id uuid not null references auth.sessions (id) on delete cascade,
      failures smallint not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index mfa_challenges_by_factor on auth.mfa_challenges (factor_id)`.execute(db);
  await sql`create index mfa_challenges_by_session on auth.mfa_challenges (session_id)`.execute(db);
  await sql`create index mfa_challenges_by_expiry on auth.mfa_challenges (expires_at)`.execute(db);

  await sql`
    create table auth.flow_state (
      id uuid primary key,
      user_id uuid references auth.users (id) on delete cascade,
      method text not null check (method in ('signup', 'recovery', 'email_change')),
      email text not null,
      redirect_to text not null,
      code_challenge text,
      code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
      auth_code_hash bytea unique,
      auth_code_issued_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index flow_state_by_user on auth.flow_state (user_id)`.execute(db);
  await sql`create index flow_state_by_age on auth.flow_state (created_at)`.execute(db);

  await sql`
    create table auth.one_time_tokens (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      purpose text not null
        check (purpose in ('signup', 'recovery', 'email_change_new', 'email_change_old')),
      link_hash bytea unique,
      code_hash bytea not null,
      relates_to text not null,
      flow_state_id uuid not null references auth.flow_state (id) on delete cascade,
      failures smallint not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      unique (user_id, purpose)
    )`.execute(db);
  await sql`create index one_time_tokens_by_address on auth.one_time_tokens (relates_to)`.execute(
    db,
  );
  await sql`create index one_time_tokens_by_flow on auth.one_time_tokens (flow_state_id)`.execute(
    db,
  );
  await sql`create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at)`.execute(
    db,
  );

  await sql`
    create table auth.audit_log (
      id bigint generated always as identity primary key,
      user_id uuid references auth.users (id) on delete cascade,
      session_id uuid,
      action text not null,
      ip inet,
      user_agent text,
      details jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index audit_log_by_user on auth.audit_log (user_id, created_at)`.execute(db);
  await sql`create index audit_log_by_age on auth.audit_log (created_at)`.execute(db);

  await sql`
    create table auth.signing_keys (
      kid text primary key,
      public_jwk jsonb not null,
      private_encrypted bytea not null,
      state text not null check (state in ('standby', 'current', 'previous')),
      created_at timestamptz not null
    )`.execute(db);
  // Several processes that start at once agree on one key, because only one of them can store it.
  await sql`
    create unique index signing_keys_one_current on auth.signing_keys (state)
      where state = 'current'`.execute(db);

  // Counters of refused calls need not survive a crash, so the table is unlogged, which makes writing to it cheaper.
  await sql`
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
}
