import { CompiledQuery } from "kysely";
import { secondMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import { type JobKind, jobSettings } from "./kinds.ts";

/**
 * How often a worker asks for a job without having been woken, in case it missed being woken. pg-boss alone would ask
 * separately for each kind: some ten statements a second that nearly always find nothing.
 */
export const fallbackPollSeconds = 60;

/**
 * Wakes the worker of a kind when a job of that kind is due. It looks as often as the kind's `pollSeconds` say, with
 * one statement for all kinds that are looked for equally often.
 * @param wakers by the kinds to look for
 * @param onError called when the database could not be asked; the next look comes as usual
 * @returns a function that ends the watch, once the looks in progress have ended
 */
export function watchDueJobs(
  db: Db,
  wakers: ReadonlyMap<JobKind, () => void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const groups = Map.groupBy(wakers.keys(), (kind) => jobSettings[kind].pollSeconds);
  const watches = [...groups].map(([pollSeconds, kinds]) => {
    let looking: Promise<void> | undefined;
    async function look(): Promise<void> {
      try {
        for (const kind of await listDueKinds(db, kinds)) wakers.get(kind)?.();
      } catch (error) {
        onError(error);
      }
    }
    const timer = setInterval(() => {
      looking ??= look().finally(() => {
        looking = undefined;
      });
    }, pollSeconds * secondMs);
    return async () => {
      clearInterval(timer);
      await looking;
    };
  });
  return async () => {
    await Promise.all(watches.map((end) => end()));
  };
}

/** The condition matches that of an index of pg-boss. */
async function listDueKinds(db: Db, kinds: readonly JobKind[]): Promise<JobKind[]> {
  const { rows } = await db.executeQuery<{ kind: JobKind }>(
    CompiledQuery.raw(
      `select kind from unnest($1::text[]) as kinds(kind)
       where exists (
         select from jobs.job
         where name = kind and state < 'active' and not blocked and start_after <= jobs.job_now())`,
      [kinds],
    ),
  );
  return rows.map(({ kind }) => kind);
}
