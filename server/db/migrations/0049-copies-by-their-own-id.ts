import { type Kysely, sql } from "kysely";

/** Copies are counted by their own ids: the key of a request can be used again once its copy has been deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circle_copies rename column create_key to copy_id`.execute(db);
}
