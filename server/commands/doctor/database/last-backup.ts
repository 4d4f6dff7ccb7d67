import { backupMaxAgeDays } from "#contract/admin/overview.ts";
import { dayMs } from "#contract/values/durations.ts";
import { findLastBackup } from "#server/db/last-backup.ts";
import { failed, hinted, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";
import { describeAge } from "./describe-age.ts";

/** Whether `npm run backup` has recently made a backup. */
export const lastBackup: DatabaseCheck = {
  name: "last backup",
  run: async ({ db, clock, config }) => {
    const madeAt = await findLastBackup(db);
    if (madeAt === undefined) {
      const judge = config.onLoopback ? hinted : failed;
      return judge(
        "No backup was ever made: see docs/operating/backup-and-restore.md, and let cron run npm run backup every night.",
      );
    }
    const age = clock.now().getTime() - madeAt.getTime();
    const made = `${describeAge(Math.max(age, 0))} ago`;
    return age > backupMaxAgeDays * dayMs
      ? failed(
          `The last backup was made ${made}: find out why none is made every night, or run npm run backup.`,
        )
      : passed(`made ${made}; whether it can be restored shows only when you try`);
  },
};
