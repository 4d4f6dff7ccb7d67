import type { JobHandlers } from "#server/jobs/jobs.ts";
import { type EraseDeps, eraseFiles } from "./erase-account.ts";
import { deleteErasure, findErasure } from "./queries.ts";

/** What remains to be done for an account that is gone. */
export function accountJobs(
  deps: Pick<EraseDeps, "db" | "covers" | "outbox">,
): Pick<JobHandlers, "erase_files"> {
  return {
    async erase_files({ erasure_id }) {
      const erasure = await findErasure(deps.db, erasure_id);
      if (erasure === undefined) return;
      await eraseFiles(deps, erasure);
      await deleteErasure(deps.db, erasure_id);
    },
  };
}
