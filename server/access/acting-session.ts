import { DomainError } from "#contract/errors.ts";
import type { Clock } from "#server/clock.ts";
import { withTransactionCheck } from "#server/db/transactions.ts";
import { lockSignedIn } from "./lock-signed-in.ts";
import type { AuthenticatedSession } from "./session.ts";

/**
 * Runs the work of a call that a session was let in for. A session may end or be lowered, or its account may be reset or
 * suspended, between then and the commit of what the call writes; so every transaction begun in `work` locks the account
 * and its session first, and stores nothing when the session may not act any more. What ends sessions waits for such a
 * transaction, and sees what it stored. Not to be called inside a transaction.
 * @throws AuthError session_not_found or user_banned, DomainError insufficient_aal, out of the transaction that `work`
 *   began; else what `work` throws
 */
export function actingAs<Result>(
  deps: { clock: Clock },
  session: AuthenticatedSession,
  work: () => Promise<Result>,
): Promise<Result> {
  return withTransactionCheck(async (tx) => {
    const { lacks_second_step } = await lockSignedIn(tx, deps, session);
    if (lacks_second_step) throw new DomainError("insufficient_aal");
  }, work);
}
