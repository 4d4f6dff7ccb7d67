import { sql } from "kysely";
import type { Db, ReadDb } from "../tables.ts";
import { insideTransaction } from "../transaction-scope.ts";

/**
 * Runs `work` in a transaction (read committed) that refuses writes. Not by a setting of the session: behind a pooler,
 * sessions are shared with those who write.
 * @param settings of this transaction alone, with PostgreSQL's notation of their values
 */
export function readOnly<Result>(
  db: Db,
  settings: ReadonlyMap<string, string>,
  work: (db: ReadDb) => Promise<Result>,
): Promise<Result> {
  const statements = [
    "set transaction isolation level read committed read only",
    ...[...settings].map(([name, value]) => `set local ${name} = '${value}'`),
  ];
  return db.transaction().execute((tx) =>
    insideTransaction(async () => {
      await sql.raw(statements.join("; ")).execute(tx);
      return await work(tx);
    }),
  );
}
