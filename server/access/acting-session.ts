import { DomainError } from "#contract/errors.ts";
import { withTransactionCheck } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { lockCallerSession } from "./lock-session.ts";
import type { AuthenticatedSession } from "./session.ts";

/**
 * Runs the work of a call that an app was admitted for. Whatever the app may read, it stores nothing: every write is a
 * transaction, and any transaction that `work` begins is refused.
 * @throws DomainError insufficient_scope from the transaction that `work` began; otherwise what `work` throws
 */
export function runReadOnly<Result>(work: () => Promise<Result>): Promise<Result> {
  return withTransactionCheck(async () => {
    throw new DomainError("insufficient_scope");
  }, work);
}

/**
 * Runs the work of a call that a session was admitted for. Before the call's writes commit, the session may be ended or
 * downgraded, or its account reset or suspended; so every transaction begun in `work` locks the account and its session
 * first, and stores nothing if the session may no longer act. Code that ends sessions waits for such a transaction, and
 * sees what it stored. Not to be called inside a transaction.
 * @throws AuthError session_not_found or user_banned, DomainError insufficient_aal, from the transaction that `work`
 *   began; otherwise what `work` throws
 */
export function runAsSession<Result>(
  deps: { clock: Clock },
  session: AuthenticatedSession,
  work: () => Promise<Result>,
): Promise<Result> {
  if (session.app) return runReadOnly(work);
  return withTransactionCheck(async (tx) => {
    const { lacksSecondStep } = await lockCallerSession(tx, deps, session);
    if (lacksSecondStep) throw new DomainError("insufficient_aal");
  }, work);
}
