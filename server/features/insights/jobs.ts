import { dayMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { deleteGenerations } from "./queries.ts";

/** Longer than the time that any limit counts, so that the latest outputs of a model can be judged together. */
const keptDays = 30;
const batchSize = 1000;

/** The insights feature's scheduled jobs. */
export function insightsJobs({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Pick<JobHandlers, "delete_old_generations"> {
  return {
    async delete_old_generations() {
      const before = new Date(clock.now().getTime() - keptDays * dayMs);
      while ((await deleteGenerations(db, { before, limit: batchSize })) === batchSize);
    },
  };
}
