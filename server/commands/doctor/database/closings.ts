import { minuteMs } from "#contract/values/durations.ts";
import { countOverdueCircles, maxDueCounted } from "#server/jobs/overdue-work.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";

const lateAfterMinutes = 15;

/** Whether paralines are closed, and their sealed answers released, once their deadline has passed. */
export const closings: DatabaseCheck = {
  name: "deadlines",
  run: async ({ db, clock }) => {
    const closesBy = new Date(clock.now().getTime() - lateAfterMinutes * minuteMs);
    const count = await countOverdueCircles(db, closesBy);
    if (count === 0) return passed("every paraline whose deadline has passed is closed");
    return failed(
      `${count}${count < maxDueCounted ? "" : " or more"} ${count === 1 ? "paraline is" : "paralines are"} open although the deadline has passed: start a process that runs jobs (ROLE=all or worker), or read its log.`,
    );
  },
};
