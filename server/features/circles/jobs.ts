import type { Db } from "#server/db/tables.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { closeDueCircles } from "./close-due-circles.ts";

export function circleJobs(deps: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}): Pick<JobHandlers, "close_due_circles"> {
  return { close_due_circles: () => closeDueCircles(deps) };
}
