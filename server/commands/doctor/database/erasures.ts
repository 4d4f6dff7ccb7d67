import { rm } from "node:fs/promises";
import { join } from "node:path";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import { readErasureList } from "#server/access/erasures/erasure-list.ts";
import { findDatabaseState } from "#server/db/database-state.ts";
import { fine, wrong } from "#server/system/check.ts";
import { writeFileAtomically } from "#server/system/files.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** A sweep writes it every minute. */
const begunWithinMs = 5 * minuteMs;
const probe = ".doctor";

/** Whether the list of erasures, without which no backup is restored, is written here and now. */
export const erasures: DatabaseCheck = {
  name: "list of erasures",
  run: async ({ db, clock, secrets, config: { erasuresDir } }) => {
    const now = clock.now();
    await writeFileAtomically(erasuresDir, probe, "written by npm run doctor\n");
    await rm(join(erasuresDir, probe), { force: true });
    const servedAt = (await findDatabaseState(db))?.served_at ?? now;
    if (now.getTime() - servedAt.getTime() < begunWithinMs) {
      return fine(`${erasuresDir} can be written to; the first start begins the list`);
    }
    const list = await readErasureList(erasuresDir, secrets);
    if (list === "foreign") {
      return wrong(
        `The list in ${erasuresDir} was written with another APP_SECRET: it is of no use here. Set ERASURES_DIR to the folder of this server.`,
      );
    }
    const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
    if (list === undefined || list.to < yesterday) {
      return wrong(
        `${list === undefined ? `There is no list in ${erasuresDir}` : `The list in ${erasuresDir} ends on ${list.to}`}: a running server writes it every day. Start it, or set ERASURES_DIR to the folder that it uses.`,
      );
    }
    return fine(`goes from ${list.from} to ${list.to}`);
  },
};
