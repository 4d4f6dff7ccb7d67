import type { Tx } from "#server/db/tables.ts";
import { recordAudit } from "./audit.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { cancelEmailChange, deleteFlowsOf } from "./flow-queries.ts";
import { removeLinkedIdentities } from "./linked-identities.ts";
import { recordDevice } from "./new-sign-in.ts";
import { deleteAllPasskeys } from "./passkey-queries.ts";
import { findUser, listFactors, updateUserRow } from "./queries.ts";
import { recordNetwork } from "./sessions/known-networks.ts";
import { deleteAllSessions, deleteKnownDevices, deleteKnownNetworks } from "./sessions/queries.ts";
import { type StartedSession, startSession } from "./sessions/start-session.ts";

/**
 * Signs in the person who has used a recovery email, in the caller's transaction, which has locked the account. The recovery
 * takes effect at once, or where the account has a second step, when this session passes it: an email alone must not
 * end the sessions of an account that asks for more.
 * @throws AuthError user_banned
 */
export async function startRecoveredSession(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets" | "jobs" | "config">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Promise<StartedSession> {
  const factors = await listFactors(tx, user_id);
  const isPending = factors.some(({ status }) => status === "verified");
  if (!isPending) await completeRecovery(tx, deps, { user_id, session_id: undefined, caller });
  return startSession(tx, deps, {
    user_id,
    method: "recovery",
    recovery_pending: isPending,
    caller,
  });
}

/**
 * Leaves an account to the session that recovered it: every other session ends, and so does the password, because
 * somebody who knows it could otherwise sign in again before a new one is chosen. For the same reason passkeys are
 * deleted, always: they need no second step. The accounts of providers, which do, are disconnected where nothing but the
 * mailbox was proven. The networks and devices of whoever was here are forgotten. A waiting change of address is withdrawn.
 * Runs in the caller's transaction, which has locked the account.
 * @param session_id the session that stays, by having passed the second step; undefined when none was asked for, and it
 *   has not been started yet
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
  const passedSecondStep = session_id !== undefined;
  const disconnected = user && !passedSecondStep ? await removeLinkedIdentities(tx, user, now) : [];
  await deleteAllSessions(tx, { user_id, but: session_id });
  await deleteAllPasskeys(tx, user_id);
  await deleteKnownNetworks(tx, user_id);
  await deleteKnownDevices(tx, user_id);
  await recordNetwork(tx, deps, { user_id, caller });
  await recordDevice(tx, deps, { user_id, caller });
  await updateUserRow(tx, user_id, { password_hash: null, updated_at: now });
  await cancelEmailChange(tx, user_id);
  // The account has been taken back from whoever an earlier email was about.
  await deleteFlowsOf(tx, { user_id, method: "not_me" });
  await recordAudit(tx, {
    action: "account_recovered",
    user_id,
    session_id,
    caller,
    details: disconnected.length === 0 ? {} : { disconnected: disconnected.join(" ") },
    now,
  });
}
