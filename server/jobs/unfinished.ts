import { type Expression, type SqlBool, sql } from "kysely";
import type { JobKind, JobPayloads } from "./kinds.ts";

/**
 * Whether a job of this kind is still to be done, or under way, whose payload names what `id` stands for in the
 * surrounding query. For sweeps that look for work which no job will come back to.
 */
export function hasUnfinishedJob<Kind extends JobKind>(
  kind: Kind,
  named: keyof JobPayloads[Kind] & string,
  id: string,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from jobs.job
    where job.name = ${kind} and job.state in ('created', 'retry', 'active')
      and job.data ->> ${named} = ${sql.ref(id)}::text)`;
}
