import { listExecuted } from "#server/db/migrate.ts";
import { unreachableReason } from "#server/db/unreachable-reason.ts";
import { type Check, type Finding, failed, passed } from "#server/system/check.ts";
import { codeOf } from "#server/system/error-code.ts";
import { closings } from "./closings.ts";
import { coverFiles } from "./cover-files.ts";
import type { DatabaseCheck, DatabaseCheckDeps } from "./database-check.ts";
import { deletedData } from "./deleted-data.ts";
import { directAddress } from "./direct-address.ts";
import { erasures } from "./erasures.ts";
import { jobs } from "./jobs.ts";
import { lastBackup } from "./last-backup.ts";
import { schema } from "./schema.ts";
import { connections, databaseClock, serverVersion } from "./server-version.ts";
import { storedKeys } from "./stored-keys.ts";
import { subscriptions } from "./subscriptions.ts";

const all: readonly DatabaseCheck[] = [
  serverVersion,
  schema,
  connections,
  directAddress,
  databaseClock,
  storedKeys,
  coverFiles,
  erasures,
  jobs,
  closings,
  subscriptions,
  deletedData,
  lastBackup,
];

const undefinedTable = "42P01";

/** All checks of a database. */
export function databaseChecks(deps: DatabaseCheckDeps): Check[] {
  return all.map(({ name, run, ...limit }) => ({
    name,
    ...limit,
    run: () => run(deps).catch((error: unknown) => describeFailure(name, deps, error)),
  }));
}

/** The same checks by name, all with one finding, for when there is no database to check. */
export function withoutDatabase(finding: Finding): Check[] {
  return all.map(({ name }) => ({ name, run: async () => finding }));
}

async function describeFailure(
  name: string,
  { db, config: { databaseUrl } }: DatabaseCheckDeps,
  error: unknown,
): Promise<Finding> {
  const reason = databaseUrl && unreachableReason(databaseUrl, error);
  if (reason) {
    // Reporting it once is enough.
    return failed(
      name === serverVersion.name
        ? `DATABASE_URL cannot be used: ${reason}.`
        : "This could not be checked: the database does not answer.",
    );
  }
  if (codeOf(error) !== undefinedTable) throw error;
  return (await listExecuted(db)).length === 0
    ? passed("nothing is stored yet")
    : failed("This can be checked once this version has started and run its migrations.");
}
