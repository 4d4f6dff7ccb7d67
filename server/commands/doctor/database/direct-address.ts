import { findDatabaseState } from "#server/db/database-state.ts";
import { openDatabase } from "#server/db/open.ts";
import { requireOwnSessions, requireSessionSettings } from "#server/db/pooled-sessions.ts";
import { readServerFacts } from "#server/db/server-facts.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** Whether DATABASE_DIRECT_URL leads to the database of DATABASE_URL, and the pooler sets what it must. */
export const directAddress: DatabaseCheck = {
  name: "database: direct address",
  run: async ({ db, config }) => {
    const { databaseUrl, databaseDirectUrl, dataDir } = config;
    if (databaseUrl === undefined) return passed("none is needed: the embedded database");
    if (databaseDirectUrl === undefined) {
      await requireOwnSessions(db);
      return passed("none is needed: DATABASE_URL leads through no pooler in transaction mode");
    }
    const direct = await openDatabase({
      databaseUrl: databaseDirectUrl,
      dataDir,
      name: "paraline doctor",
    });
    try {
      const [there, here] = [await findDatabaseState(direct.db), await findDatabaseState(db)];
      const { isStandby } = await readServerFacts(direct.db);
      if (there?.id !== here?.id || isStandby) {
        return failed(
          "DATABASE_DIRECT_URL leads to another database than DATABASE_URL: correct it before anything is stored.",
        );
      }
    } finally {
      await direct.close();
    }
    await requireSessionSettings(db);
    return passed("DATABASE_DIRECT_URL leads to the same database");
  },
};
