import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import { openToken } from "#server/secrets.ts";
import { type EraseDeps, eraseFiles, erasureContext } from "./erase-account.ts";
import { deleteErasure, findErasure } from "./queries.ts";

/** What remains to be done for an account that is gone. */
export function accountJobs(
  deps: Pick<EraseDeps, "db" | "clock" | "covers" | "outbox" | "secrets">,
): Pick<JobHandlers, "erase_files"> {
  return {
    async erase_files({ erasure_id }) {
      const erasure = await findErasure(deps.db, erasure_id);
      if (erasure === undefined) return;
      const { user_id, email } = erasure;
      const opened = openToken(deps.secrets, email, erasureContext(erasure_id));
      // One of an earlier version is not encrypted.
      await eraseFiles(deps, { user_id, email: opened?.toString() ?? email });
      await inTransaction(deps.db, async (tx) => {
        await deleteErasure(tx, erasure_id);
        await requestDiskCleanup(tx, "rows", deps.clock.now());
      });
    },
  };
}
