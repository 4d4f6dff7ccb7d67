import { existsSync, mkdirSync, openAsBlob } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { type Driver, Kysely, PGliteDialect, sql } from "kysely";
import { embeddedParsers } from "../parsers.ts";
import type { Db, Tables } from "../tables.ts";
import { assertOutsideTransaction } from "../transaction-scope.ts";
import { lockDirectory } from "./directory-lock.ts";
import { createDurableFiles, durableStartParams } from "./durable-files.ts";
import { createEngine } from "./embedded-engine.ts";
import { removeOrphanedFiles } from "./orphaned-files.ts";

/** An empty database, which is built beside the server. From sources there is none, and PGlite creates one. */
const emptyDatabase = join(import.meta.dirname, "../database/empty.tar.gz");

/**
 * Opens the embedded database under `dataFolder`, creating both if they are missing. A commit is on disk when it
 * resolves. The directory stays locked until `close` is called or the process ends.
 * @throws DirectoryInUseError when another process has the directory open
 */
export async function openEmbedded(
  dataFolder: string,
): Promise<{ db: Db; close(): Promise<void> }> {
  const directory = join(dataFolder, "database");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(directory);
  const files = join(directory, "files");
  const start = async () => {
    const isNew = !existsSync(join(files, "PG_VERSION"));
    const pglite = await PGlite.create({
      fs: createDurableFiles(files),
      ...(isNew && existsSync(emptyDatabase) && { loadDataDir: await openAsBlob(emptyDatabase) }),
      startParams: durableStartParams,
      parsers: embeddedParsers,
    });
    await removeOrphanedFiles(pglite, files);
    return pglite;
  };
  try {
    const db = createEmbeddedDb(await start(), start);
    // Kysely closes a database only if it has been used.
    await sql`select 1`.execute(db);
    return {
      db,
      async close() {
        await db.destroy();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The handle over a running PGlite. Nothing else may use that PGlite, or it could break into a transaction.
 * @param restart opens the same files anew, after a breakdown
 */
export function createEmbeddedDb(pglite: PGlite, restart?: () => Promise<PGlite>): Db {
  const engine = createEngine(pglite, restart);
  const dialect = new PGliteDialect({ pglite: engine });
  return new Kysely<Tables>({
    dialect: {
      // With Kysely's own queue for the one connection, a transaction can deadlock with itself. This one throws
      // instead.
      createAdapter: () =>
        Object.create(dialect.createAdapter(), { supportsMultipleConnections: { value: true } }),
      createDriver: () => serializeConnections(dialect.createDriver(), engine.recover),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}

/** Gives the one connection to one user at a time, in the order in which they ask, after `prepare`. */
function serializeConnections(driver: Driver, prepare: () => Promise<void>): Driver {
  const waiting: Array<() => void> = [];
  let taken = false;
  const passOn = () => {
    const next = waiting.shift();
    if (next) next();
    else taken = false;
  };
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      assertOutsideTransaction();
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
      try {
        await prepare();
        return await driver.acquireConnection(options);
      } catch (error) {
        passOn();
        throw error;
      }
    },
    async releaseConnection(connection, options) {
      await driver.releaseConnection(connection, options);
      passOn();
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    savepoint: async (...savepoint) => driver.savepoint?.(...savepoint),
    rollbackToSavepoint: async (...savepoint) => driver.rollbackToSavepoint?.(...savepoint),
    releaseSavepoint: async (...savepoint) => driver.releaseSavepoint?.(...savepoint),
    destroy: (options) => driver.destroy(options),
  };
}
