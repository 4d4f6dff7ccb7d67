import { sql } from "kysely";
import { DomainError } from "#contract/errors.ts";
import type { Tx } from "#server/db/tables.ts";
import { withTransactionCheck } from "#server/db/transactions.ts";
import { ownerFrom } from "./owner.ts";
import { lockOwner } from "./profiles.ts";
import type { AuthenticatedSession } from "./session.ts";

/**
 * Runs the work of a call that a session was let in for. A session may end, or its account may be reset, between then
 * and the commit of what the call writes; so every transaction begun in `work` locks the account and its session first,
 * and stores nothing when the session may not act any more. What ends sessions waits for such a transaction, and sees
 * what it stored. Not to be called inside a transaction.
 * @throws DomainError session_not_found or insufficient_aal, out of the transaction that `work` began; else what `work`
 *   throws
 */
export function actingAs<Result>(
  session: AuthenticatedSession,
  work: () => Promise<Result>,
): Promise<Result> {
  return withTransactionCheck((tx) => lockActingSession(tx, session), work);
}

/** The account before its session, as everywhere: two that lock both would otherwise wait for each other. */
async function lockActingSession(tx: Tx, session: AuthenticatedSession): Promise<void> {
  const { user_id, session_id } = session;
  await lockOwner(tx, user_id);
  const present = await tx
    .selectFrom("auth.sessions as session")
    .where("session.id", "=", session_id)
    .where("session.user_id", "=", user_id)
    .select(
      sql<boolean>`exists (
        select from auth.mfa_factors
        where mfa_factors.user_id = session.user_id and mfa_factors.status = 'verified'
      )`.as("has_verified_factor"),
    )
    .forKeyShare("session")
    .executeTakeFirst();
  if (present === undefined) throw new DomainError("session_not_found");
  ownerFrom({ ...session, has_verified_factor: present.has_verified_factor });
}
