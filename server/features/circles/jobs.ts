import type { Db } from "#server/db/tables.ts";
import { enqueueAgain } from "#server/jobs/enqueue-again.ts";
import type { JobHandlers, Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { closeDueCircles } from "./close-due-circles.ts";

export function circleJobs(deps: {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  secrets: Secrets;
}): Pick<JobHandlers, "close_due_circles"> {
  return {
    async close_due_circles() {
      if (await closeDueCircles(deps)) await enqueueAgain(deps, "close_due_circles");
    },
  };
}
