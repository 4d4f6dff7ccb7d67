import { type Kysely, sql } from "kysely";

/** The outbox is cleared by what is stored, so the address of an erased account is not needed any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table erasures alter column email drop not null`.execute(db);
}
