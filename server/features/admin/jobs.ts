import type { Db } from "#server/db/tables.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { countDays } from "./count-days.ts";

/** The admin feature's scheduled job. */
export function adminJobs(deps: { db: Db; clock: Clock }): Pick<JobHandlers, "count_days"> {
  return { count_days: () => countDays(deps) };
}
