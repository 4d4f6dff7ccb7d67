import { type Kysely, sql } from "kysely";

/**
 * Wrong codes of sessions that have passed the second factor are counted separately: a stolen token of such a session
 * must not delay the owner's next sign-in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.wrong_codes
      drop constraint wrong_codes_signed_in_by_check,
      add constraint wrong_codes_signed_in_by_check
        check (signed_in_by in ('password', 'mail', 'second_step'))`.execute(db);
}
