import { codeOf } from "#server/error-code.ts";
import type { Db, Tx } from "./tables.ts";
import { assertOutsideTransaction, insideTransaction } from "./transaction-scope.ts";

const attempts_at_most = 4;
const codes_worth_another_try = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction (read committed): its changes are stored together when it
 * resolves, and not at all when it rejects.
 *
 * A serialization failure or a deadlock starts `work` over, three times at most, so it must do
 * nothing outside the database. Inside, only `tx` may be used, never the outer handle.
 * @throws whatever `work` throws, and the database's error when the commit fails
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  assertOutsideTransaction();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => insideTransaction(() => work(tx)));
    } catch (error) {
      const code = codeOf(error);
      if (attempt === attempts_at_most || !code || !codes_worth_another_try.has(code)) throw error;
    }
  }
}
