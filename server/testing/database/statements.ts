import type { CompiledQuery, DatabaseConnection } from "kysely";
import { vi } from "vitest";
import type { Db } from "#server/db/tables.ts";

type Execute = DatabaseConnection["executeQuery"];

/**
 * Runs `run` and calls a listener before each statement that is sent to the database meanwhile. Each connection has its
 * own listener while it is in use. Statements of a listener itself do not call one.
 */
export async function listenToStatements(
  db: Db,
  run: () => Promise<unknown>,
  createListener: (execute: Execute) => (query: CompiledQuery) => Promise<void> | void,
): Promise<void> {
  const executor = db.getExecutor();
  const provideConnection = executor.provideConnection.bind(executor);
  const lending = vi.spyOn(executor, "provideConnection").mockImplementation((use, options) =>
    provideConnection(async (connection) => {
      const executeQuery = connection.executeQuery.bind(connection);
      const listen = createListener(executeQuery);
      const asking = vi
        .spyOn(connection, "executeQuery")
        .mockImplementation(async (query, ...more) => {
          await listen(query);
          return executeQuery(query, ...more);
        });
      try {
        return await use(connection);
      } finally {
        asking.mockRestore();
      }
    }, options),
  );
  try {
    await run();
  } finally {
    lending.mockRestore();
  }
}

/**
 * The statements that are sent to the database while `run` is running, in order: their texts, and how many values each
 * has.
 */
export async function recordStatements(db: Db, run: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  await listenToStatements(db, run, () => ({ sql, parameters }) => {
    statements.push(`${sql} (${parameters.length} values)`);
  });
  return statements;
}
