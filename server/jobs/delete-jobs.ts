import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

/**
 * Deletes the jobs whose input contains one of some ids, including completed jobs, with their results. A job that is
 * running finds that its subject is gone. Call it in the transaction that deletes what the ids name.
 */
export async function deleteJobs(tx: Tx, ids: readonly string[]): Promise<void> {
  // A join from the ids' side lets PostgreSQL hash both sets. A condition on each job would search all ids for each
  // one.
  await sql`
    delete from jobs.job
    using (
      select distinct found.name, found.id
      from jobs.job as found
      cross join lateral jsonb_each_text(found.data) as field
      join jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as given(id) on given.id = field.value
    ) as named
    where job.name = named.name and job.id = named.id`.execute(tx);
}
