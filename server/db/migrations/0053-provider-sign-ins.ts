import { type Kysely, sql } from "kysely";

/**
 * Sign-ins by a provider that are in progress. The secrets of the request, and then what the provider says about the
 * person, are encrypted. Wrong codes after such a sign-in are counted separately.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      check ((user_id is null) = (session_id is null) and (user_id is null) = (refresh_floor is null))
    )`.execute(db);
  await sql`
    create index provider_sign_ins_by_user on auth.provider_sign_ins (user_id)
      where user_id is not null`.execute(db);
  await sql`
    create index provider_sign_ins_by_session on auth.provider_sign_ins (session_id)
      where session_id is not null`.execute(db);
  await sql`create index provider_sign_ins_by_age on auth.provider_sign_ins (created_at)`.execute(
    db,
  );
  await sql`
    alter table auth.wrong_codes
      drop constraint wrong_codes_signed_in_by_check,
      add constraint wrong_codes_signed_in_by_check
        check (signed_in_by in ('password', 'mail', 'provider', 'second_step'))`.execute(db);
}
