import { type Kysely, sql } from "kysely";

/**
 * Accounts, sessions and what protects them. No table contains anything that could be replayed: refresh tokens have no
 * rows, links and codes are kept as hashes, and second-step secrets are encrypted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema auth;

    create table auth.users (
      id uuid primary key,
      email text not null unique,
      email_confirmed_at timestamptz,
      email_proven_at timestamptz,
      password_hash text,
      new_email text,
      former_emails text[] not null default '{}',
      email_change_confirmed smallint not null default 0,
      email_change_asked_at timestamptz,
      app_metadata jsonb not null,
      user_metadata jsonb not null,
      last_sign_in_at timestamptz,
      confirmation_sent_at timestamptz,
      recovery_sent_at timestamptz,
      email_change_sent_at timestamptz,
      banned_until timestamptz,
      reset_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index users_by_age on auth.users (created_at);
    create index users_by_email_change on auth.users (email_change_asked_at) where new_email is not null;

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
    );
    create index identities_by_user on auth.identities (user_id);

    create table auth.invited_addresses (
      email text primary key,
      invited_at timestamptz not null
    );

    create table auth.passkeys (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      credential_id text not null unique,
      credential jsonb not null,
      friendly_name text not null default '',
      last_used_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index passkeys_by_user on auth.passkeys (user_id);

    create table auth.mfa_factors (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
      friendly_name text not null,
      status text not null check (status in ('unverified', 'verified')),
      secret_encrypted bytea,
      phone_ending text,
      webauthn jsonb,
      last_step bigint,
      last_challenged_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint mfa_factors_phone_check
        check (factor_type <> 'phone' or secret_encrypted is not null and phone_ending is not null),
      constraint mfa_factors_secret_check check (factor_type <> 'totp' or secret_encrypted is not null)
    );
    create index mfa_factors_by_user on auth.mfa_factors (user_id);
    create unique index mfa_factors_names on auth.mfa_factors (user_id, friendly_name)
      where friendly_name <> '';
    create index mfa_factors_unverified on auth.mfa_factors (created_at) where status = 'unverified';

    -- Secrets, codes and the ids of requests of apps are kept as hashes, and tokens have no rows.
    create table auth.oauth_clients (
      id uuid primary key,
      name text not null,
      uri text,
      logo_uri text,
      redirect_uris text[] not null,
      auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
      secret_hash bytea,
      grant_types text[] not null,
      approved_at timestamptz,
      seen_used_at timestamptz,
      created_at timestamptz not null,
      constraint oauth_clients_check check ((auth_method = 'none') = (secret_hash is null))
    );
    create index oauth_clients_by_use on auth.oauth_clients (greatest(approved_at, seen_used_at))
      where approved_at is not null;
    create index oauth_clients_unapproved on auth.oauth_clients (created_at) where approved_at is null;

    create table auth.oauth_consents (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      client_id uuid not null references auth.oauth_clients (id) on delete cascade,
      scopes text[] not null,
      granted_at timestamptz not null,
      seen_used_at timestamptz,
      unique (user_id, client_id)
    );
    create index oauth_consents_by_client on auth.oauth_consents (client_id);
    create index oauth_consents_by_use on auth.oauth_consents (coalesce(seen_used_at, granted_at));

    create table auth.sessions (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      aal text not null check (aal in ('aal1', 'aal2')),
      amr jsonb not null,
      factor_id uuid references auth.mfa_factors (id) on delete set null,
      refresh_counter bigint not null default 0,
      refresh_floor bigint not null default 0,
      used_counter bigint not null default 0,
      exchanged_counter bigint,
      passkey_id uuid references auth.passkeys (id) on delete cascade,
      recovery_pending boolean not null default false,
      oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
      scopes text[],
      app_used_at timestamptz,
      refreshed_at timestamptz not null,
      user_agent text,
      ip inet,
      created_at timestamptz not null,
      constraint sessions_of_apps check ((oauth_client_id is null) = (scopes is null))
    );
    create index sessions_by_app on auth.sessions (oauth_client_id) where oauth_client_id is not null;
    create index sessions_by_factor on auth.sessions (factor_id) where factor_id is not null;
    create index sessions_by_passkey on auth.sessions (passkey_id) where passkey_id is not null;
    create index sessions_by_refresh on auth.sessions (refreshed_at);
    create index sessions_by_user on auth.sessions (user_id);

    create table auth.oauth_authorizations (
      id uuid primary key,
      public_id_hash bytea not null unique,
      client_id uuid not null references auth.oauth_clients (id) on delete cascade,
      user_id uuid references auth.users (id) on delete cascade,
      redirect_uri text not null,
      scopes text[] not null,
      state text,
      nonce text,
      resource text,
      code_challenge text not null,
      always_asks boolean not null,
      status text not null check (status in ('pending', 'approved', 'denied', 'redeemed')),
      code_hash bytea unique,
      code_issued_at timestamptz,
      aal text check (aal in ('aal1', 'aal2')),
      amr jsonb,
      factor_id uuid,
      passkey_id uuid references auth.passkeys (id) on delete cascade,
      signed_in_at timestamptz,
      session_id uuid references auth.sessions (id) on delete set null,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index oauth_authorizations_by_age on auth.oauth_authorizations (created_at);
    create index oauth_authorizations_by_client on auth.oauth_authorizations (client_id);
    create index oauth_authorizations_by_passkey on auth.oauth_authorizations (passkey_id)
      where passkey_id is not null;
    create index oauth_authorizations_by_session on auth.oauth_authorizations (session_id)
      where session_id is not null;
    create index oauth_authorizations_by_user on auth.oauth_authorizations (user_id);

    create table auth.mfa_challenges (
      id uuid primary key,
      factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
      session_id uuid not null references auth.sessions (id) on delete cascade,
      failures smallint not null default 0,
      webauthn_challenge text,
      code_hash bytea,
      text_sent_at timestamptz,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index mfa_challenges_by_expiry on auth.mfa_challenges (expires_at);
    create index mfa_challenges_by_factor on auth.mfa_challenges (factor_id);
    create index mfa_challenges_by_session on auth.mfa_challenges (session_id);

    create table auth.passkey_challenges (
      id uuid primary key,
      session_id uuid references auth.sessions (id) on delete cascade,
      challenge text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index passkey_challenges_by_expiry on auth.passkey_challenges (expires_at);
    create index passkey_challenges_by_session on auth.passkey_challenges (session_id)
      where session_id is not null;

    -- Codes are kept as hashes under a key of their set.
    create table auth.recovery_code_sets (
      id uuid primary key,
      user_id uuid not null unique references auth.users (id) on delete cascade,
      friendly_name text not null,
      key_encrypted bytea not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    create table auth.recovery_codes (
      set_id uuid not null references auth.recovery_code_sets (id) on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (set_id, code_hash)
    );

    -- The secrets of the request, and then what the provider says about the person, are encrypted.
    create table auth.provider_sign_ins (
      id uuid primary key,
      state_hash bytea not null unique,
      provider text not null,
      redirect_to text not null,
      code_challenge text,
      code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
      user_id uuid references auth.users (id) on delete cascade,
      session_id uuid references auth.sessions (id) on delete cascade,
      refresh_floor bigint,
      request_encrypted bytea not null,
      used_at timestamptz,
      person_encrypted bytea,
      auth_code_hash bytea unique,
      auth_code_issued_at timestamptz,
      created_at timestamptz not null,
      constraint provider_sign_ins_check
        check ((user_id is null) = (session_id is null) and (user_id is null) = (refresh_floor is null))
    );
    create index provider_sign_ins_by_age on auth.provider_sign_ins (created_at);
    create index provider_sign_ins_by_session on auth.provider_sign_ins (session_id)
      where session_id is not null;
    create index provider_sign_ins_by_user on auth.provider_sign_ins (user_id) where user_id is not null;

    create table auth.flow_state (
      id uuid primary key,
      user_id uuid references auth.users (id) on delete cascade,
      method text not null check (method in (
        'signup', 'recovery', 'email_change', 'magiclink', 'reauthentication', 'not_me')),
      email text not null,
      redirect_to text not null,
      code_challenge text,
      code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
      asked_by_account boolean not null default false,
      auth_code_hash bytea unique,
      auth_code_issued_at timestamptz,
      user_metadata jsonb,
      session_id uuid references auth.sessions (id) on delete cascade,
      created_at timestamptz not null
    );
    create index flow_state_by_age on auth.flow_state (created_at);
    create index flow_state_by_session on auth.flow_state (session_id) where session_id is not null;
    create index flow_state_by_user on auth.flow_state (user_id);

    -- A sign-in link may be emailed to an address without an account. The links of several emails for the same purpose
    -- work at the same time, but only the code of the newest email does.
    create table auth.one_time_tokens (
      id uuid primary key,
      user_id uuid references auth.users (id) on delete cascade,
      purpose text not null check (purpose in (
        'signup', 'recovery', 'email_change_new', 'email_change_old', 'magiclink', 'reauthentication', 'not_me')),
      link_hash bytea unique,
      code_hash bytea,
      relates_to text not null,
      flow_state_id uuid not null references auth.flow_state (id) on delete cascade,
      failures smallint not null default 0,
      failures_at_known_networks smallint not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      constraint one_time_tokens_of_an_account check (user_id is not null or purpose = 'magiclink')
    );
    create index one_time_tokens_by_address on auth.one_time_tokens (relates_to);
    create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);
    create index one_time_tokens_by_flow on auth.one_time_tokens (flow_state_id);
    create index one_time_tokens_by_user on auth.one_time_tokens (user_id, purpose);

    -- Keyed hashes that are different for each account: wrong passwords from elsewhere must not keep the owner out.
    create table auth.known_networks (
      user_id uuid not null references auth.users (id) on delete cascade,
      network_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, network_hash)
    );
    create index known_networks_by_use on auth.known_networks (last_used_at);

    create table auth.known_devices (
      user_id uuid not null references auth.users (id) on delete cascade,
      device_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, device_hash)
    );
    create index known_devices_by_use on auth.known_devices (last_used_at);

    -- Counted by how the session began: somebody who has only the password, or a stolen token of a session that has
    -- passed the second step, must not be able to delay an owner's next sign-in.
    create table auth.wrong_codes (
      user_id uuid not null references auth.users (id) on delete cascade,
      signed_in_by text not null check (signed_in_by in ('password', 'mail', 'provider', 'second_step')),
      in_a_row integer not null,
      last_at timestamptz not null,
      primary key (user_id, signed_in_by)
    );
    create index wrong_codes_by_age on auth.wrong_codes (last_at);

    create table auth.audit_log (
      id bigint generated always as identity primary key,
      user_id uuid references auth.users (id) on delete cascade,
      session_id uuid,
      action text not null,
      ip inet,
      user_agent text,
      details jsonb not null,
      created_at timestamptz not null
    );
    create index audit_log_by_age on auth.audit_log (created_at);
    create index audit_log_by_user on auth.audit_log (user_id, created_at);
  `.execute(db);
}
