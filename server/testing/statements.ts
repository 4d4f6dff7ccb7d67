import { vi } from "vitest";
import type { Db } from "#server/db/tables.ts";

/**
 * What the database is asked while `run` is under way, in order: the texts of the statements, and how many values went
 * along with each.
 */
export async function recordStatements(db: Db, run: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const executor = db.getExecutor();
  const provideConnection = executor.provideConnection.bind(executor);
  const lending = vi.spyOn(executor, "provideConnection").mockImplementation((use, options) =>
    provideConnection(async (connection) => {
      const executeQuery = connection.executeQuery.bind(connection);
      const asking = vi.spyOn(connection, "executeQuery").mockImplementation((query, more) => {
        statements.push(`${query.sql} (${query.parameters.length} values)`);
        return executeQuery(query, more);
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
  return statements;
}
