import type { InvitingDeps } from "#server/features/invites/invitation-limits.ts";
import { enqueueAgain } from "#server/jobs/enqueue-again.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import { closeDueCircles } from "./close-circle.ts";

export function circleJobs(deps: InvitingDeps): Pick<JobHandlers, "close_due_circles"> {
  return {
    async close_due_circles() {
      if (await closeDueCircles(deps)) await enqueueAgain(deps, "close_due_circles");
    },
  };
}
