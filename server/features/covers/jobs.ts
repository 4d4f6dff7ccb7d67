import type { Db } from "#server/db/tables.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import { removeUnusedCovers } from "./remove-unused-covers.ts";

export function coverJobs(deps: {
  db: Db;
  covers: CoverStore;
  clock: Clock;
}): Pick<JobHandlers, "remove_unused_covers"> {
  return { remove_unused_covers: () => removeUnusedCovers(deps) };
}
