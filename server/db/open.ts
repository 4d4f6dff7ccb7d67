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
 * Both return the same types: int8 and counts as numbers, days as YYYY-MM-DD strings, instants as Date, jsonb
 * parsed, bytes as Buffer. A JSON array must be passed as JSON text.
 *
 * A server is not contacted yet. The embedded database's directory stays locked until `close`.
 * @throws DirectoryInUseError when another process has the embedded database open
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  /** The same database without a pooler, if `databaseUrl` leads through one. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
  /** What a server shows as the name of this process. */
  name?: string;
}): Promise<OpenedDatabase> {
  if (settings.databaseUrl === undefined) {
    // Beside a server, its code would only take memory.
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
