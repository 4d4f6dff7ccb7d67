import { sql } from "kysely";
import type { Db } from "#server/db/tables.ts";

/** How many jobs were due before an instant and have not been begun, of whatever kind, and since when the oldest was due. */
export async function countLateJobs(
  db: Db,
  before: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(start_after) as oldest from jobs.job
    where state in ('created', 'retry') and start_after < ${before}`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}
