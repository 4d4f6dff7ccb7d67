import { AsyncLocalStorage } from "node:async_hooks";
import { findErrorCode } from "#server/system/error-code.ts";
import { inSpan } from "#server/telemetry/tracing.ts";
import type { Db, Tx } from "./tables.ts";
import { assertOutsideTransaction, insideTransaction } from "./transaction-scope.ts";

const maxAttempts = 4;
const retryableCodes = new Set(["40001", "40P01"]);

type TransactionCheck = (tx: Tx) => Promise<void>;

const checks = new AsyncLocalStorage<TransactionCheck>();

/**
 * Runs `work` so that every transaction that {@link inTransaction} begins in it, however deep in its calls, runs
 * `check` first. If that rejects, the transaction stores nothing and rejects for the same reason. Not to be called
 * inside a transaction.
 */
export function withTransactionCheck<Result>(
  check: TransactionCheck,
  work: () => Promise<Result>,
): Promise<Result> {
  assertOutsideTransaction();
  return checks.run(check, work);
}

/**
 * Runs `work` in one transaction (read committed): its changes are stored together when it
 * resolves, and not at all when it rejects.
 *
 * After a serialization failure or a deadlock, `work` starts over, three times at most, so it must do nothing outside
 * the database. Inside, only `tx` may be used, never the outer handle.
 * @throws whatever `work` or the check of a surrounding {@link withTransactionCheck} throws, and the database's error
 *   when the commit fails
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  assertOutsideTransaction();
  const check = checks.getStore();
  const checkedWork = async (tx: Tx) => {
    await check?.(tx);
    return work(tx);
  };
  return inSpan("transaction", {}, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute((tx) => insideTransaction(() => checkedWork(tx)));
      } catch (error) {
        const code = findErrorCode(error);
        if (attempt === maxAttempts || !code || !retryableCodes.has(code)) throw error;
      }
    }
  });
}
