import { AsyncLocalStorage } from "node:async_hooks";

type Scope = { open: boolean };

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` marked as being inside a transaction, until it settles: what it calls is refused the outer handle. */
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
 * Called whenever a connection is asked for.
 *
 * A transaction that asks for a second connection waits for itself: at once and for ever on the
 * embedded database, which has one, and under load on a server, whose pool runs empty.
 * @throws Error when called inside {@link insideTransaction}
 */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error(
      "The outer database handle was used inside a transaction. Use the transaction's own handle.",
    );
  }
}
