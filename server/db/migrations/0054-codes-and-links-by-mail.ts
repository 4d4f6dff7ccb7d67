import { type Kysely, sql } from "kysely";

/**
 * Sign-in links, codes for changing the password, and links with which an owner disowns a sign-in. A sign-in link may
 * be mailed to an address without an account, so its token has no account until it is used. The devices from which
 * people signed in to an account are stored as keyed hashes, like the networks. `invited_addresses` are those that the
 * operator lets sign up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.flow_state
      drop constraint flow_state_method_check,
      add constraint flow_state_method_check check (method in (
        'signup', 'recovery', 'email_change', 'magiclink', 'reauthentication', 'not_me')),
      add column user_metadata jsonb,
      add column session_id uuid references auth.sessions (id) on delete cascade`.execute(db);
  await sql`
    create index flow_state_by_session on auth.flow_state (session_id)
    where session_id is not null`.execute(db);
  await sql`
    alter table auth.one_time_tokens
      drop constraint one_time_tokens_purpose_check,
      add constraint one_time_tokens_purpose_check check (purpose in (
        'signup', 'recovery', 'email_change_new', 'email_change_old',
        'magiclink', 'reauthentication', 'not_me')),
      alter column user_id drop not null,
      add constraint one_time_tokens_of_an_account
        check (user_id is not null or purpose = 'magiclink')`.execute(db);
  await sql`
    create table auth.known_devices (
      user_id uuid not null references auth.users (id) on delete cascade,
      device_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, device_hash)
    )`.execute(db);
  await sql`create index known_devices_by_use on auth.known_devices (last_used_at)`.execute(db);
  await sql`
    create table auth.invited_addresses (
      email text primary key,
      invited_at timestamptz not null
    )`.execute(db);
}
