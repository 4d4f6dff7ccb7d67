import type { Config } from "#server/config/config.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import type { Finding } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";

/** A database and what belongs to it, in the process that has it open. */
export interface DatabaseCheckDeps {
  db: Db;
  kind: DatabaseKind;
  clock: Clock;
  secrets: Secrets;
  config: Pick<
    Config,
    | "billing"
    | "onLoopback"
    | "databaseUrl"
    | "databaseDirectUrl"
    | "dataDir"
    | "erasuresDir"
    | "bucket"
  >;
}

/** A check of the database. */
export interface DatabaseCheck {
  name: string;
  run(deps: DatabaseCheckDeps): Promise<Finding>;
  /** How long it may take; if absent, as long as any check. */
  seconds?: number;
}
