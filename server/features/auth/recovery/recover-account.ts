import { AuthError } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { recordDevice } from "../new-sign-in.ts";
import { findUser, listVerifiedFactors } from "../queries.ts";
import { recordNetwork } from "../sessions/known-networks.ts";
import { type StartedSession, startSession } from "../sessions/start-session.ts";
import { removeSignInMethods } from "./remove-sign-in-methods.ts";

/**
 * Signs in the person who has used a recovery email, in the caller's transaction, which has locked the account. The
 * recovery takes effect at once or, if the account has a second step, when this session passes it: an email alone must
 * not end the sessions of an account that has a second step.
 * @throws AuthError user_banned
 */
export async function startRecoveredSession(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets" | "jobs" | "config">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Promise<StartedSession> {
  const isPending = (await listVerifiedFactors(tx, user_id)).length > 0;
  if (!isPending) await completeRecovery(tx, deps, { user_id, session_id: undefined, caller });
  return startSession(tx, deps, {
    user_id,
    method: "recovery",
    recovery_pending: isPending,
    caller,
  });
}

/**
 * Leaves an account to the session that recovered it. Every other session ends. The password is deleted, because a
 * thief who knows it could otherwise sign in again before a new one is chosen. The passkeys are always deleted, because
 * they need no second step. Connected accounts do need it, so they are disconnected only if the session has passed no
 * second step. The known networks and devices are replaced by those of the caller. A pending change of address is
 * withdrawn. Runs in the caller's transaction, which has locked the account.
 * @param session_id the session that stays, which has passed the second step; undefined if the account has no second
 *   step and the session has not started yet
 * @throws AuthError session_not_found if there is no such account
 */
export async function completeRecovery(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets">,
  {
    user_id,
    session_id,
    caller,
  }: { user_id: string; session_id: string | undefined; caller: Caller },
): Promise<void> {
  const now = deps.clock.now();
  const user = await findUser(tx, user_id);
  if (!user) throw new AuthError("session_not_found");
  const passedSecondStep = session_id !== undefined;
  const disconnected = await removeSignInMethods(tx, user, {
    except: session_id,
    keepsProviders: passedSecondStep,
    now,
  });
  await recordNetwork(tx, deps, { user_id, caller });
  await recordDevice(tx, deps, { user_id, caller });
  await recordAudit(
    tx,
    "account_recovered",
    { user_id, session_id, caller, now },
    disconnected.length === 0 ? {} : { disconnected: disconnected.join(" ") },
  );
}
