import { type Kysely, sql } from "kysely";

/**
 * How many wrong codes of the second factor were typed in a row, counted by how their sessions began: somebody who has
 * only the password must not be able to delay an owner who signs in by mail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth.wrong_codes (
      user_id uuid not null references auth.users (id) on delete cascade,
      signed_in_by text not null check (signed_in_by in ('password', 'mail')),
      in_a_row integer not null,
      last_at timestamptz not null,
      primary key (user_id, signed_in_by)
    )`.execute(db);
  await sql`create index wrong_codes_by_age on auth.wrong_codes (last_at)`.execute(db);
}
