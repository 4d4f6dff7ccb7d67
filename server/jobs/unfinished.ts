import { type RawBuilder, sql } from "kysely";
import { formerNames } from "./former-queues.ts";
import type { JobKind, JobPayloads } from "./kinds.ts";

/**
 * A query of what the jobs of some kinds name that are queued or running: the ids of one property of their payloads. For
 * sweeps that look for work left without a job.
 */
export function unfinishedIds<Kind extends JobKind>(
  kinds: readonly Kind[],
  named: keyof JobPayloads[Kind] & string,
): RawBuilder<{ id: string }> {
  const names = kinds.flatMap((kind) => [kind, ...formerNamesOf(kind)]);
  return sql`
    select (job.data ->> ${named})::uuid as id from jobs.job
    where job.name in (${sql.join(names)}) and job.state in ('created', 'retry', 'active')`;
}

function formerNamesOf(kind: JobKind): string[] {
  return Object.keys(formerNames).filter((name) => formerNames[name] === kind);
}
