import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import { type EraseDeps, eraseFiles } from "./erase-account.ts";
import { deleteErasure, findErasure } from "./queries.ts";

export function accountJobs(
  deps: Pick<EraseDeps, "db" | "clock" | "covers" | "outbox">,
): Pick<JobHandlers, "erase_files"> {
  return {
    async erase_files({ erasure_id }) {
      const erasure = await findErasure(deps.db, erasure_id);
      if (erasure === undefined) return;
      await eraseFiles(deps, erasure.user_id);
      await inTransaction(deps.db, async (tx) => {
        await deleteErasure(tx, erasure_id);
        await requestDiskCleanup(tx, deps.clock.now());
      });
    },
  };
}
