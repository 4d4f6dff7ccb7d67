import type { Deps } from "#server/deps.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";

/** What each job does: the rooms' handlers, bound to what they need. */
export function jobHandlers(_deps: Deps): Partial<JobHandlers> {
  return {};
}

/** Begins to work the jobs, and says when the sweeps start. Times are UTC. */
export async function startWork(deps: Deps): Promise<void> {
  await deps.jobs.work(jobHandlers(deps));
  await deps.jobs.schedule("close_due_circles", "* * * * *");
  await deps.jobs.schedule("delete_held_back_answers", "17 * * * *");
  await deps.jobs.schedule("remove_unused_covers", "37 3 * * *");
  await deps.jobs.schedule("clear_expired_auth", "*/10 * * * *");
}
