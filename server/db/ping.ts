import { sql } from "kysely";
import type { Db } from "./tables.ts";

/**
 * Asks the database for an answer.
 * @throws whatever keeps it from answering
 */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
