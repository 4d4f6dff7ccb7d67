import { openPostgres, type PoolState } from "./postgres.ts";
import type { Db } from "./tables.ts";

export type DatabaseKind = "postgres" | "embedded";

export type OpenedDatabase = {
  db: Db;
  kind: DatabaseKind;
  /** The embedded database has one connection and no pool. */
  readPool?: () => PoolState;
  close(): Promise<void>;
};

/**
 * Opens the PostgreSQL server at `databaseUrl`, or the embedded database under `dataDir` when there is none.
 * Both return the same types: int8 and counts as numbers, days as YYYY-MM-DD strings, instants as Date, jsonb parsed,
 * bytes as Buffer. A JSON array must be passed as JSON text.
 *
 * A server is not contacted yet. The directory of the embedded database stays locked until `close`.
 * @throws DirectoryInUseError when another process has the embedded database open
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  /** The address of the same database without a pooler, if `databaseUrl` leads through one. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
  /** The name of this process as a server shows it. */
  name?: string;
}): Promise<OpenedDatabase> {
  if (settings.databaseUrl === undefined) {
    // With a server, the code of the embedded database would only take memory.
    const { openEmbedded } = await import("./embedded/embedded.ts");
    return { kind: "embedded", ...(await openEmbedded(settings.dataDir)) };
  }
  return {
    kind: "postgres",
    ...openPostgres(settings.databaseUrl, {
      name: settings.name,
      directUrl: settings.databaseDirectUrl,
    }),
  };
}
