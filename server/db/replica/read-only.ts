import { sql } from "kysely";
import { settingStatements } from "../postgres.ts";
import type { Db, ReadDb } from "../tables.ts";
import { insideTransaction } from "../transaction-scope.ts";

/**
 * Runs `work` in a transaction (read committed) that refuses writes. A setting of the session would not do: behind a
 * pooler, sessions are shared with code that writes.
 * @param settings settings for this transaction only, with values in PostgreSQL's notation
 */
export function readOnly<Result>(
  db: Db,
  work: (db: ReadDb) => Promise<Result>,
  settings: ReadonlyMap<string, string> = new Map(),
): Promise<Result> {
  const statements = [
    "set transaction isolation level read committed read only",
    ...settingStatements(settings, "set local"),
  ];
  return db.transaction().execute((tx) =>
    insideTransaction(async () => {
      await sql.raw(statements.join("; ")).execute(tx);
      return await work(tx);
    }),
  );
}
