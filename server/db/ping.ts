import { sql } from "kysely";
import type { Db } from "./tables.ts";

/**
 * Asks the database for an answer.
 * @throws whatever keeps it from answering
 */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Makes the database commit a few bytes, overwriting those of the last time: only a commit proves that it
 * accepts writes.
 * @throws whatever keeps it from doing so
 */
export async function checkWrites(db: Db, now: Date): Promise<void> {
  await db
    .insertInto("write_checks")
    .values({ is_only: true, checked_at: now })
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ checked_at: now }))
    .execute();
}
