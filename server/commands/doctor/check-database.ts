import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { DirectoryInUseError } from "#server/db/embedded/directory-lock.ts";
import { type OpenedDatabase, openDatabase } from "#server/db/open.ts";
import { failed, passed } from "#server/system/check.ts";
import { systemClock } from "#server/system/clock.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { sendCommandRequest } from "../command-requests.ts";
import { databaseChecks, withoutDatabase } from "./database/database-checks.ts";
import { type Result, runChecks } from "./run-checks.ts";

/**
 * What the checks of the database find. If another process has the embedded database open, that process runs the
 * checks. Nothing is created or migrated.
 */
export async function checkDatabase(config: Config): Promise<Result[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(join(config.dataDir, "database", "files"))) {
    return runChecks(withoutDatabase(passed("there is no database yet: the first start makes it")));
  }
  let database: OpenedDatabase;
  try {
    database = await openDatabase({ ...config, name: "paraline doctor" });
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return (
      (await sendCommandRequest("check", config.dataDir)) ?? runChecks(withoutDatabase(unasked))
    );
  }
  try {
    const secrets = createSecrets(config.appSecret, config.appSecretPrevious);
    const { db, kind } = database;
    return await runChecks(databaseChecks({ db, kind, secrets, clock: systemClock, config }));
  } finally {
    await database.close();
  }
}

const unasked = failed(
  "Another process has the database open, and cannot be asked: stop it, or restart it with this version.",
);
