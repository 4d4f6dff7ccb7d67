import type { JobHandlers } from "#server/jobs/jobs.ts";
import { type CountingDeps, countDays } from "./count-days.ts";

/** The admin feature's scheduled job. */
export function adminJobs(deps: CountingDeps): Pick<JobHandlers, "count_days"> {
  return { count_days: () => countDays(deps) };
}
