import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { completeRecovery } from "../recovery/recover-account.ts";
import { type SessionRow, updateSession } from "../sessions/queries.ts";
import { loadStartedSession, type StartedSession, unixSeconds } from "../sessions/start-session.ts";

/**
 * Raises a session that has just passed the second step. Its earlier refresh tokens cannot be used any more. If the
 * session began with a recovery, the recovery takes effect. Runs in the caller's transaction, which has locked the
 * account and the session.
 * @param raised.factor_id the factor that was passed, whose removal lowers the session again; null if only a recovery
 *   code was typed
 * @param raised.method the name of the second step in `amr`
 * @throws AuthError user_banned
 */
export async function raiseSession(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets">,
  raised: { session: SessionRow; factor_id: string | null; method: string; caller: Caller },
): Promise<StartedSession> {
  const { session, factor_id, method, caller } = raised;
  const { id: sessionId, user_id } = session;
  if (session.recovery_pending)
    await completeRecovery(tx, deps, { user_id, session_id: sessionId, caller });
  const earlier = session.amr.filter((entry) => entry.method !== method);
  const timestamp = unixSeconds(deps.clock.now());
  const refreshCounter = session.refresh_counter + 2;
  const raisedSession = await updateSession(tx, sessionId, {
    aal: "aal2",
    factor_id,
    amr: JSON.stringify([{ method, timestamp }, ...earlier]),
    refresh_counter: refreshCounter,
    refresh_floor: refreshCounter,
    recovery_pending: false,
  });
  return loadStartedSession(tx, deps, raisedSession);
}
