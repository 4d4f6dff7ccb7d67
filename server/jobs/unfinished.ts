import { type Expression, type SqlBool, sql } from "kysely";
import { formerNames } from "./former-queues.ts";
import type { JobKind, JobPayloads } from "./kinds.ts";

/**
 * Whether a job of this kind whose payload names what `id` means in the surrounding query is queued or running.
 * For sweeps that look for work left without a job.
 */
export function hasUnfinishedJob<Kind extends JobKind>(
  kind: Kind,
  named: keyof JobPayloads[Kind] & string,
  id: string,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from jobs.job
    where job.name in (${sql.join([kind, ...formerNamesOf(kind)])}) and job.state in ('created', 'retry', 'active')
      and job.data ->> ${named} = ${sql.ref(id)}::text)`;
}

function formerNamesOf(kind: JobKind): string[] {
  return Object.keys(formerNames).filter((name) => formerNames[name] === kind);
}
