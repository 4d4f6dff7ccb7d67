import { minuteMs } from "#contract/values/durations.ts";
import { countLateJobs } from "#server/jobs/late-jobs.ts";
import { fine, wrong } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";
import { describeAge } from "./describe-age.ts";

const lateAfterMinutes = 15;

/** Whether jobs are done when they are due. Says nothing about what they are. */
export const jobs: DatabaseCheck = {
  name: "jobs",
  run: async ({ db, clock }) => {
    const now = clock.now();
    const before = new Date(now.getTime() - lateAfterMinutes * minuteMs);
    const { count, oldest } = await countLateJobs(db, before);
    if (oldest === null) return fine(`none is more than ${lateAfterMinutes} minutes late`);
    return wrong(
      `${count} ${count === 1 ? "job waits" : "jobs wait"}, the oldest for ${describeAge(now.getTime() - oldest.getTime())}: start a process that works jobs (ROLE=all or worker), or read its log.`,
    );
  },
};
