import { cleanDisk, isDiskCleanupLate } from "#server/db/disk-cleanups.ts";
import { createEmbeddedVacuum } from "#server/db/embedded/vacuum-embedded.ts";
import { isLockTimeout } from "#server/db/errors.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { JobHandlers } from "./jobs.ts";

/** The jobs that keep the database's files in order. */
export function databaseJobs({
  db,
  kind,
  clock,
  log,
}: {
  db: Db;
  kind: DatabaseKind;
  clock: Clock;
  log: Logger;
}): Pick<JobHandlers, "clean_disk" | "vacuum_embedded" | "vacuum_after_changes"> {
  const vacuum = createEmbeddedVacuum(db);
  let isWaiting = false;
  return {
    async clean_disk() {
      try {
        await cleanDisk(db, kind);
        isWaiting = false;
      } catch (error) {
        // A dump holds tables for hours; the job tries again the next minute.
        if (!isLockTimeout(error)) throw error;
        if (!isWaiting)
          log.info("a cleanup of the database's disk waits for a table that is in use");
        isWaiting = true;
      } finally {
        if (await isDiskCleanupLate(db, clock.now())) {
          log.error("what was deleted more than an hour ago is still on the database's disk");
        }
      }
    },
    async vacuum_embedded() {
      if (kind === "embedded") await vacuum.run();
    },
    async vacuum_after_changes() {
      if (kind === "embedded") await vacuum.runIfDue();
    },
  };
}
