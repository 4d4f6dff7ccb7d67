import { minuteMs, secondMs } from "#contract/values/durations.ts";
import { countDueJobs } from "#server/jobs/overdue-work.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";
import { describeAge } from "./describe-age.ts";

const lateAfterMinutes = 15;

/** Whether jobs are done when they are due, except those that depend on who has answered. */
export const jobs: DatabaseCheck = {
  name: "jobs",
  run: async ({ db }) => {
    const dueJobs = await countDueJobs(db);
    const oldestMs = Math.max(0, ...dueJobs.map((job) => job.oldest_seconds * secondMs));
    if (oldestMs < lateAfterMinutes * minuteMs) {
      return passed(`none is more than ${lateAfterMinutes} minutes late`);
    }
    return failed(
      `Jobs are waiting, the oldest for ${describeAge(oldestMs)}: start a process that runs jobs (ROLE=all or worker), or read its log.`,
    );
  },
};
