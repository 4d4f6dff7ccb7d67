import type { Db } from "#server/db/tables.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { deleteHeldBackAnswers } from "./delete-held-back-answers.ts";

/** The feedback feature's scheduled jobs. It is enough to run `delete_held_back_answers` once a day. */
export function feedbackJobs(deps: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}): Pick<JobHandlers, "delete_held_back_answers"> {
  return {
    async delete_held_back_answers() {
      await deleteHeldBackAnswers(deps);
    },
  };
}
