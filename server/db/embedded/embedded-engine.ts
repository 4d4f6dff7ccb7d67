import type { PGlite } from "@electric-sql/pglite";
import type { PGliteDialectConfig } from "kysely";
import { hotStatementName } from "../hot-statements.ts";
import { queryPrepared } from "./embedded-statements.ts";

const restartEveryMs = 2_000;
const cannotConnectNow = "57P03";

/** A PGlite with the interface that Kysely's dialect expects. */
type Engine = Exclude<PGliteDialectConfig["pglite"], (...args: never) => unknown> & {
  /** Restarts the database if it has crashed. Only the holder of the one connection may call this. */
  recover(): Promise<void>;
};

/**
 * PGlite with what a database server would do in addition.
 *
 * A query without parameters uses the simple protocol, as it does with `pg`: it may contain several statements (the
 * queue's do), and the results come back as one list of rows.
 *
 * After a PANIC (no space for the log, a failed sync) or a crash, a server's process ends and a new one recovers from
 * the log. PGlite keeps running in a state that cannot be trusted. So it is never used again, not even to close it, and
 * `restart` reopens the files, which recovers them. Without `restart` it stays broken.
 */
export function createEngine(pglite: PGlite, restart?: () => Promise<PGlite>): Engine {
  let current = pglite;
  let breakdown: unknown;
  let nextRestart = 0;
  if (restart) watch(pglite);

  /** Notices WebAssembly traps. PGlite ignores them, and reports success if one happens during a commit. */
  function watch({ Module: module }: PGlite): void {
    const work = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        work();
      } catch (error) {
        if (!isErrorReport(error)) breakdown ??= error;
        throw error;
      }
    };
  }

  async function asked<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (breakdown !== undefined) throw breakdown;
    try {
      const answer = await question();
      if (breakdown !== undefined) throw breakdown;
      return answer;
    } catch (error) {
      // It is more informative than the crash that follows it.
      if (isPanic(error)) breakdown = error;
      throw breakdown ?? error;
    }
  }

  const asking = (on: Pick<PGlite, "query" | "exec">) => ({
    query: <Row>(text: string, parameters: unknown[] = [], options: object = {}) =>
      asked(async () => {
        if (parameters.length > 0) {
          const name = hotStatementName(text);
          return name === undefined
            ? on.query<Row>(text, parameters, options)
            : queryPrepared<Row>(current, name, text, parameters);
        }
        const results = await on.exec(text, options);
        const rows = results.flatMap((result) => result.rows as Row[]);
        return { ...results.at(-1), fields: [], rows };
      }),
  });

  return {
    query: (text, parameters, options) => asking(current).query(text, parameters, options),
    transaction: (work) =>
      asked(
        () =>
          new Promise((resolve, reject) => {
            current
              .transaction(async (tx) => {
                try {
                  return await work({ ...asking(tx), rollback: () => tx.rollback() });
                } finally {
                  // Whatever the outcome of the work, nothing can be committed or rolled back now.
                  if (breakdown !== undefined) {
                    reject(breakdown);
                    await new Promise(() => {});
                  }
                }
              })
              .then(resolve, reject);
          }),
      ),
    async recover() {
      if (breakdown === undefined || !restart) return;
      if (performance.now() < nextRestart) throw brokenDownError(breakdown);
      try {
        current = await restart();
        watch(current);
        breakdown = undefined;
      } catch (error) {
        // Each attempt takes a second of CPU and much memory.
        nextRestart = performance.now() + restartEveryMs;
        throw brokenDownError(error);
      }
    },
    async close() {
      if (breakdown === undefined && !current.closed) await current.close();
    },
    get closed() {
      return current.closed;
    },
    get ready() {
      return current.ready;
    },
    get waitReady() {
      return current.waitReady;
    },
  };
}

function brokenDownError(cause: unknown): Error {
  const message = "The embedded database has crashed and can't be started again yet.";
  return Object.assign(new Error(message, { cause }), { code: cannotConnectNow });
}

/** PostgreSQL aborts a failed statement with a longjmp, which arrives as an exception with this status. */
function isErrorReport(error: unknown): boolean {
  return typeof error === "object" && error !== null && "status" in error && error.status === 100;
}

function isPanic(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("severity" in error)) return false;
  return error.severity === "PANIC" || error.severity === "FATAL";
}
