import { type Kysely, sql } from "kysely";

/**
 * Apps that an owner has allowed to read, and their sessions. Somebody with a copy of these tables cannot use anything
 * in them: secrets, codes and the ids of requests are kept as hashes, and tokens have no rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth.oauth_clients (
      id uuid primary key,
      name text not null,
      uri text,
      logo_uri text,
      redirect_uris text[] not null,
      auth_method text not null
        check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
      secret_hash bytea,
      grant_types text[] not null,
      approved_at timestamptz,
      created_at timestamptz not null,
      check ((auth_method = 'none') = (secret_hash is null))
    )`.execute(db);
  await sql`create index oauth_clients_by_age on auth.oauth_clients (created_at)`.execute(db);

  await sql`
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
    )`.execute(db);
  await sql`
    create index oauth_authorizations_by_client on auth.oauth_authorizations (client_id)`.execute(
    db,
  );
  await sql`
    create index oauth_authorizations_by_user on auth.oauth_authorizations (user_id)`.execute(db);
  await sql`
    create index oauth_authorizations_by_passkey on auth.oauth_authorizations (passkey_id)
      where passkey_id is not null`.execute(db);
  await sql`
    create index oauth_authorizations_by_session on auth.oauth_authorizations (session_id)
      where session_id is not null`.execute(db);
  await sql`
    create index oauth_authorizations_by_age on auth.oauth_authorizations (created_at)`.execute(db);

  await sql`
    create table auth.oauth_consents (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      client_id uuid not null references auth.oauth_clients (id) on delete cascade,
      scopes text[] not null,
      granted_at timestamptz not null,
      unique (user_id, client_id)
    )`.execute(db);
  await sql`create index oauth_consents_by_client on auth.oauth_consents (client_id)`.execute(db);
  await sql`create index oauth_consents_by_age on auth.oauth_consents (granted_at)`.execute(db);

  // A session that has these belongs to an app: it reads what its scopes name, and is not a sign-in.
  await sql`
    alter table auth.sessions
      add column oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
      add column scopes text[],
      add column app_used_at timestamptz,
      add constraint sessions_of_apps check ((oauth_client_id is null) = (scopes is null))`.execute(
    db,
  );
  await sql`
    create index sessions_by_app on auth.sessions (oauth_client_id)
      where oauth_client_id is not null`.execute(db);
}
