import { isDiskCleanupLate } from "#server/db/disk-cleanups.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** Whether what was deleted is gone from the database's files, too. */
export const deletedData: DatabaseCheck = {
  name: "deleted data",
  run: async ({ db, clock }) =>
    (await isDiskCleanupLate(db, clock.now()))
      ? failed(
          'What was deleted more than an hour ago is still in the database\'s files: see "What a copy of the database shows" in docs/operating/security.md.',
        )
      : passed("gone from the database's files"),
};
