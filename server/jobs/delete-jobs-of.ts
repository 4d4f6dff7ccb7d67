import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

/**
 * Deletes the jobs whose input contains one of some ids, completed ones too, with their results. One that is under way
 * finds what it is about gone. Call it in the transaction that deletes what the ids name.
 */
export async function deleteJobsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  // Joined from the ids' side, the two sets are hashed. As a condition on each job, all ids would be searched for it.
  await sql`
    delete from jobs.job
    using (
      select distinct found.name, found.id
      from jobs.job as found
      cross join lateral jsonb_each_text(found.data) as told
      join jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as given(id) on given.id = told.value
    ) as named
    where job.name = named.name and job.id = named.id`.execute(tx);
}
