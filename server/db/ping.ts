import { sql } from "kysely";
import type { Db } from "./tables.ts";

/**
 * Checks that the database answers.
 * @throws whatever keeps it from answering
 */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Makes the database commit a few bytes, which overwrite those of the last call: only a commit proves that the database
 * accepts writes.
 * @throws whatever keeps it from doing so, such as that its contents are in use elsewhere
 */
export async function checkWrites(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("database_state")
    .set({ write_checked_at: now })
    .where("state", "<>", "moved")
    .returning("id")
    .executeTakeFirstOrThrow();
}
