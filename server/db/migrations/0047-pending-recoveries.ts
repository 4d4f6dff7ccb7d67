import { type Kysely, sql } from "kysely";

/** Whether a session began with a recovery that waits for the account's second step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.sessions add column recovery_pending boolean not null default false`.execute(
    db,
  );
}
