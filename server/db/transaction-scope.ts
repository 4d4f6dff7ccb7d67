import { AsyncLocalStorage } from "node:async_hooks";

type Scope = { open: boolean };

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` marked as inside a transaction until it settles: code it calls is refused the outer handle. */
export async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope: Scope = { open: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    // What a transaction left running (a timer, say) keeps its context, but may use the database.
    scope.open = false;
  }
}

/**
 * Called whenever a connection is requested.
 *
 * A transaction that requests a second connection waits for itself: at once and forever on the embedded
 * database, which has one, and under load on a server, whose pool is exhausted.
 * @throws Error when called inside {@link insideTransaction}
 */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error(
      "The outer database handle was used inside a transaction. Use the transaction's own handle.",
    );
  }
}
