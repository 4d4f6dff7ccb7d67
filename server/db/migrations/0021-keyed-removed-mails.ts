import { type Kysely, sql } from "kysely";

/**
 * Addresses of removed people are hashed with a key from now on. The plain hashes, which counted for a day at most, are
 * deleted: anyone with a list of addresses could find out whose they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from removed_mails`.execute(db);
}
