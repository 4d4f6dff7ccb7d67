import { AsyncLocalStorage } from "node:async_hooks";

type Scope = { open: boolean };

const scopes = new AsyncLocalStorage<Scope>();

/** Marks `work` as inside a transaction until it settles: the code that it calls cannot use the outer handle. */
export async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope: Scope = { open: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    // Anything that a transaction has left running, such as a timer, keeps its context, but may use the database.
    scope.open = false;
  }
}

/**
 * Called whenever a connection is requested.
 *
 * A transaction that requests a second connection waits for itself: always on the embedded database, which has only one
 * connection, and under load on a server, when the pool is exhausted.
 * @throws Error when called inside {@link insideTransaction}
 */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error(
      "The outer database handle was used inside a transaction. Use the transaction's own handle.",
    );
  }
}
