import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

/**
 * Deletes the jobs whose input contains one of some ids, completed ones too, with their results. One that is under way
 * finds what it is about gone. Call it in the transaction that deletes what the ids name.
 */
export async function deleteJobsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from jobs.job
    where exists (
      select from jsonb_each_text(data) as told
      where told.value in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    )`.execute(tx);
}
