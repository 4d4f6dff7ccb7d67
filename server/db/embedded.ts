import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { type Driver, Kysely, PGliteDialect, type PGliteDialectConfig } from "kysely";
import { lockDirectory } from "./directory-lock.ts";
import { createDurableFiles, durable_start_params } from "./durable-files.ts";
import { embedded_parsers } from "./parsers.ts";
import type { Db, Tables } from "./tables.ts";
import { assertOutsideTransaction } from "./transaction-scope.ts";

/**
 * Opens the embedded database under `data_dir`, making both when they are missing. A commit is on disk
 * when it resolves. The directory stays locked until `close` is called or the process ends.
 * @throws Error when another process has the directory open
 */
export async function openEmbedded(data_dir: string): Promise<{ db: Db; close(): Promise<void> }> {
  const directory = join(data_dir, "database");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(directory);
  try {
    const pglite = await PGlite.create({
      fs: createDurableFiles(join(directory, "files")),
      startParams: durable_start_params,
      parsers: embedded_parsers,
    });
    const db = createEmbeddedDb(pglite);
    return {
      db,
      async close() {
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The handle over a running PGlite. Nothing else may use that PGlite, or it could break into a transaction. */
export function createEmbeddedDb(pglite: PGlite): Db {
  const dialect = new PGliteDialect({ pglite: answeringLikeAServer(pglite) });
  return new Kysely<Tables>({
    dialect: {
      // With Kysely's own queue for the one connection, a transaction can wait for itself. Ours refuses.
      createAdapter: () =>
        Object.create(dialect.createAdapter(), { supportsMultipleConnections: { value: true } }),
      createDriver: () => oneAtATime(dialect.createDriver()),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}

/** Hands the one connection to one user at a time, in the order they ask. */
function oneAtATime(driver: Driver): Driver {
  const waiting: Array<() => void> = [];
  let taken = false;
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      assertOutsideTransaction();
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
      return driver.acquireConnection(options);
    },
    async releaseConnection(connection, options) {
      await driver.releaseConnection(connection, options);
      const next = waiting.shift();
      if (next) next();
      else taken = false;
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

/**
 * A query without parameters goes by the simple protocol, as it does with `pg`: it may hold several
 * statements (the queue's do), and what each of them returns comes back as one list of rows.
 */
function answeringLikeAServer(pglite: PGlite): PGliteDialectConfig["pglite"] & object {
  const asking = (on: Pick<PGlite, "query" | "exec">) => ({
    async query<Row>(text: string, parameters: unknown[] = [], options?: object) {
      if (parameters.length > 0) return on.query<Row>(text, parameters, options);
      const results = await on.exec(text, options);
      return { ...results.at(-1), fields: [], rows: results.flatMap(({ rows }) => rows as Row[]) };
    },
  });
  return {
    ...asking(pglite),
    transaction: (work) =>
      pglite.transaction((tx) => work({ ...asking(tx), rollback: () => tx.rollback() })),
    close: () => pglite.close(),
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
  };
}
