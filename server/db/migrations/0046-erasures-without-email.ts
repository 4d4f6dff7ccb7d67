import { type Kysely, sql } from "kysely";

/** The outbox is cleared by comparing it with what is stored, so an erased account's address is no longer needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table erasures alter column email drop not null`.execute(db);
}
