import { AuthError } from "#server/access/auth-error.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { recordAudit } from "./audit.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { cancelEmailChange, deleteFlows } from "./flow-queries.ts";
import { removeLinkedIdentities } from "./identities.ts";
import { recordDevice } from "./new-sign-in.ts";
import { deleteAllPasskeys } from "./passkey-queries.ts";
import { findUser, listVerifiedFactors, lockUser, type UserRow, updateUserRow } from "./queries.ts";
import { requestNotice } from "./request-notice.ts";
import { recordNetwork } from "./sessions/known-networks.ts";
import { deleteAllSessions, deleteKnownNetworksAndDevices } from "./sessions/queries.ts";
import { type StartedSession, startSession } from "./sessions/start-session.ts";

/**
 * Signs in the person who has used a recovery email. With a second step, the recovery waits for it: an email alone must
 * not end the sessions of such an account.
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
 * Leaves a locked account to the session that recovered it. Connected accounts need the second step, so they stay if
 * the session has passed it; it has if it is named.
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

/**
 * Signs everyone out of an account whose owner says that a sign-in was not theirs. The link lets no one in: somebody
 * with a copy of the email can only sign everyone out.
 */
export async function disown(tx: Tx, deps: AuthDeps, user: UserRow, caller: Caller): Promise<void> {
  const now = deps.clock.now();
  const disconnected = await removeSignInMethods(tx, user, {
    except: undefined,
    keepsProviders: false,
    now,
  });
  await requestNotice(tx, deps, "auth_sign_in_disowned", user);
  await recordAudit(
    tx,
    "sign_in_disowned",
    { user_id: user.id, caller, now },
    disconnected.length === 0 ? {} : { disconnected: disconnected.join(" ") },
  );
}

/**
 * Removes everything that signs in by itself to a locked account that its owner takes back from a stranger. The second
 * steps stay. @returns the providers that it is no longer connected with
 */
async function removeSignInMethods(
  tx: Tx,
  user: Pick<UserRow, "id" | "email" | "email_proven_at">,
  {
    except,
    keepsProviders,
    now,
  }: { except: string | undefined; keepsProviders: boolean; now: Date },
): Promise<string[]> {
  const disconnected = keepsProviders ? [] : await removeLinkedIdentities(tx, user, now);
  await deleteAllSessions(tx, { user_id: user.id, except });
  await deleteAllPasskeys(tx, user.id);
  await deleteKnownNetworksAndDevices(tx, user.id);
  await updateUserRow(tx, user.id, { password_hash: null, updated_at: now });
  await cancelEmailChange(tx, user.id);
  await deleteFlows(tx, { user_id: user.id, method: "not_me" });
  return disconnected;
}

/**
 * Removes the sign-in methods of an account if a restored backup has brought back one that had been removed: nobody can
 * tell which one it was.
 */
export function reapplyMethodRemoval(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) return;
    const now = clock.now();
    await removeSignInMethods(tx, user, { except: undefined, keepsProviders: false, now });
  });
}
