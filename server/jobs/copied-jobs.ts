import { sql } from "kysely";
import { z } from "zod";
import { readByCursor } from "#server/db/copy/read-tables.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { type JobKind, type JobPayloads, jobKinds } from "./kinds.ts";
import { addJob, startQueue } from "./queue.ts";

/** A job that is left to do, independent of how the queue stores it. */
export const copiedJobSchema = z.object({
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  singleton_key: z.string().nullable(),
  start_after: z.string(),
});
export type CopiedJob = z.output<typeof copiedJobSchema>;

const knownNames = JSON.stringify(jobKinds);

/**
 * The jobs that are left to do, as JSON texts. Running jobs are included, because they may be interrupted. Sweeps are
 * left out, because every start schedules them again, and so are the queue's own jobs.
 */
export async function* readUnfinishedJobs(tx: Tx): AsyncGenerator<string> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('jobs.job') is not null as found`.execute(tx);
  if (!rows[0]?.found) return;
  yield* readByCursor(
    tx,
    sql`
      select jsonb_build_object('kind', name, 'payload', data, 'singleton_key', singleton_key,
        'start_after', to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as row
      from jobs.job
      where state in ('created', 'retry', 'active') and data <> '{}'
        and name in (select jsonb_array_elements_text(${knownNames}::jsonb))
      order by id`,
  );
}

/** Deletes every job, when a copy replaces the data. */
export async function deleteAllJobs(tx: Tx): Promise<void> {
  await sql`delete from jobs.job`.execute(tx);
}

/**
 * Returns something with which jobs of a copy can be added, after making the queue's tables if they are missing. Close
 * it afterwards.
 */
export async function openJobLoader(
  db: Db,
  kind: DatabaseKind,
): Promise<{ add(tx: Tx, job: CopiedJob): Promise<void>; close(): Promise<void> }> {
  const boss = await startQueue(db, { kind, works: false }, (error) => {
    throw error;
  });
  return {
    async add(tx, { kind: name, payload, singleton_key, start_after }) {
      const jobKind = loadJobKind(name);
      await addJob(boss, tx, jobKind, payload as JobPayloads[JobKind], {
        startAfter: new Date(start_after),
        ...(singleton_key !== null && { singletonKey: singleton_key }),
      });
    },
    close: () => boss.stop({ graceful: false }),
  };
}

function loadJobKind(name: string): JobKind {
  const found = jobKinds.find((kind) => kind === name);
  if (found === undefined) throw new Error(`This version has no jobs of the kind ${name}.`);
  return found;
}
