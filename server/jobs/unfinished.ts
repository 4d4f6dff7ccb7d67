import { type RawBuilder, sql } from "kysely";
import type { JobKind, JobPayloads } from "./kinds.ts";

/**
 * Makes a query for the ids in one property of the payloads of jobs that are queued or running. Sweeps use it to find
 * work that has no job.
 */
export function unfinishedIds<Kind extends JobKind>(
  kinds: readonly Kind[],
  named: keyof JobPayloads[Kind] & string,
): RawBuilder<{ id: string }> {
  return sql`
    select (job.data ->> ${named})::uuid as id from jobs.job
    where job.name in (${sql.join(kinds)}) and job.state in ('created', 'retry', 'active')`;
}
