import { type Kysely, sql } from "kysely";

/** Further types of second steps; passkeys, and which sessions began with one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.mfa_factors
      drop constraint mfa_factors_factor_type_check,
      add constraint mfa_factors_factor_type_check
        check (factor_type in ('totp', 'phone', 'webauthn')),
      alter column secret_encrypted drop not null,
      add constraint mfa_factors_secret_check
        check (factor_type <> 'totp' or secret_encrypted is not null),
      add column webauthn jsonb`.execute(db);
  await sql`alter table auth.mfa_challenges add column webauthn_challenge text`.execute(db);

  await sql`
    create table auth.passkeys (
      id uuid primary key,
      user_id uuid not null references auth.users (id) on delete cascade,
      credential_id text not null unique,
      credential jsonb not null,
      friendly_name text not null default '',
      last_used_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index passkeys_by_user on auth.passkeys (user_id)`.execute(db);

  await sql`
    create table auth.passkey_challenges (
      id uuid primary key,
      session_id uuid references auth.sessions (id) on delete cascade,
      challenge text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index passkey_challenges_by_session on auth.passkey_challenges (session_id)
      where session_id is not null`.execute(db);
  await sql`
    create index passkey_challenges_by_expiry on auth.passkey_challenges (expires_at)`.execute(db);

  await sql`
    alter table auth.sessions
      add column passkey_id uuid references auth.passkeys (id) on delete cascade`.execute(db);
  await sql`
    create index sessions_by_passkey on auth.sessions (passkey_id)
      where passkey_id is not null`.execute(db);
}
