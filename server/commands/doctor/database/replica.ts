import { setTimeout } from "node:timers/promises";
import { openReplica } from "#server/db/replica/replica.ts";
import { failed, passed } from "#server/system/check.ts";
import { createLog } from "#server/system/log.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** Several are needed: the first check only notes the length of the primary's log, and new data takes a moment. */
const maxChecks = 7;
const pauseMs = 500;

/** Whether DATABASE_REPLICA_URL leads to a standby that has what was written to DATABASE_URL. */
export const replica: DatabaseCheck = {
  name: "database: replica",
  run: async ({ db, clock, config: { databaseReplicaUrl } }) => {
    if (databaseReplicaUrl === undefined)
      return passed("none: everything is read from DATABASE_URL");
    const found = openReplica({
      replicaUrl: databaseReplicaUrl,
      primary: db,
      clock,
      log: createLog("silent"),
    });
    try {
      for (let count = 0; count < maxChecks && isUnclear(found.state()); count += 1) {
        if (count > 0) await setTimeout(pauseMs);
        await found.check();
      }
      const { isUsable, problem } = found.state();
      if (isUsable) return passed("a standby of DATABASE_URL's server, and up to date");
      return failed(
        `DATABASE_REPLICA_URL is not used: ${problem?.reason ?? "it lacks what was written some seconds ago"}.`,
      );
    } finally {
      await found.close();
    }
  },
};

function isUnclear({ isUsable, problem }: { isUsable: boolean; problem: unknown }): boolean {
  return !isUsable && problem === undefined;
}
