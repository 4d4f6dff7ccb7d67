import { type Kysely, sql } from "kysely";

/**
 * Codes that pass the second step once each, kept as hashes under a key of their set; and phones as second steps, whose
 * numbers are kept encrypted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth.recovery_code_sets (
      id uuid primary key,
      user_id uuid not null unique references auth.users (id) on delete cascade,
      friendly_name text not null,
      key_encrypted bytea not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table auth.recovery_codes (
      set_id uuid not null references auth.recovery_code_sets (id) on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (set_id, code_hash)
    )`.execute(db);

  await sql`
    alter table auth.mfa_factors
      add column phone_ending text,
      add constraint mfa_factors_phone_check
        check (factor_type <> 'phone' or (secret_encrypted is not null and phone_ending is not null))`.execute(
    db,
  );
  await sql`
    alter table auth.mfa_challenges
      add column code_hash bytea,
      add column text_sent_at timestamptz`.execute(db);
}
