import { minuteMs } from "#contract/values/durations.ts";
import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import {
  deleteFlowsOf,
  type FlowRow,
  invalidateAuthCode,
  lockFlowByAuthCode,
} from "../flow-queries.ts";
import { authCodeHash, authCodeMinutes, matchesChallenge } from "../http/pkce.ts";
import { lockUser } from "../queries.ts";
import { startRecoveredSession } from "../recovery/recover-account.ts";
import { type StartedSession, sessionAnswer, startSession } from "../sessions/start-session.ts";
import { signInByMagicLink } from "./magic-links.ts";
import { lockAccountsOf } from "./queries.ts";
import { proveAddress } from "./redeem-token.ts";

type Outcome = { signedIn: StartedSession } | { refused: AuthErrorCode };

/**
 * Exchanges the code of a followed link for a session, for the browser that has the verifier. Following the link alone
 * does not confirm a sign-up; the exchange does. If the account itself asked for the mail, it is confirmed unchanged;
 * otherwise it is reset first.
 * @throws AuthError flow_state_not_found (unknown or used), flow_state_expired, bad_code_verifier (the code is then
 *   invalid)
 */
export async function exchangeCode(
  deps: AuthDeps,
  given: { auth_code: string; code_verifier: string; caller: Caller },
) {
  const outcome = await inTransaction(deps.db, (tx) => exchange(tx, deps, given));
  if ("refused" in outcome) throw new AuthError(outcome.refused);
  return sessionAnswer(deps, outcome.signedIn);
}

/** Refusals are returned, not thrown: what they invalidate must be committed. */
async function exchange(
  tx: Tx,
  deps: AuthDeps,
  given: { auth_code: string; code_verifier: string; caller: Caller },
): Promise<Outcome> {
  const hashedAuthCode = authCodeHash(given.auth_code);
  await lockAccountsOf(tx, { auth_code_hash: hashedAuthCode });
  const flow = await lockFlowByAuthCode(tx, hashedAuthCode);
  if (!flow?.code_challenge || !flow.code_challenge_method) {
    return { refused: "flow_state_not_found" };
  }
  const issued = flow.auth_code_issued_at?.getTime() ?? 0;
  if (deps.clock.now().getTime() - issued > authCodeMinutes * minuteMs) {
    await invalidateAuthCode(tx, flow.id);
    return { refused: "flow_state_expired" };
  }
  const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method };
  if (!matchesChallenge(challenge, given.code_verifier)) {
    await invalidateAuthCode(tx, flow.id);
    return { refused: "bad_code_verifier" };
  }
  const { user_id, method } = flow;
  if (method === "magiclink") {
    const enterer = { byAccount: false, isAsker: true, caller: given.caller };
    const entered = await signInByMagicLink(tx, deps, flow, enterer);
    if (entered === undefined) return { refused: "flow_state_not_found" };
    const { caller } = given;
    return { signedIn: await startSession(tx, deps, { user_id: entered, method, caller }) };
  }
  if (user_id === null || method === "reauthentication" || method === "not_me") {
    return { refused: "flow_state_not_found" };
  }
  if (method === "signup" && !(await confirmSignUp(tx, deps, flow, user_id, given.caller))) {
    return { refused: "flow_state_not_found" };
  }
  if (method === "email_change" && flow.asked_by_account) {
    // The browser that asked from within the account has come back, so the holder of the account owns the address.
    const user = await lockUser(tx, user_id);
    if (user?.email === flow.email) {
      await proveAddress(tx, deps, user, {
        byAccount: true,
        flowId: flow.id,
        caller: given.caller,
      });
    }
  }
  await deleteFlowsOf(tx, { user_id, method });
  const { caller } = given;
  // After a reset the account has no password, so a sign-up that was confirmed in another browser counts as a recovery.
  if (method === "recovery" || (method === "signup" && !flow.asked_by_account)) {
    return { signedIn: await startRecoveredSession(tx, deps, { user_id, caller }) };
  }
  const by = method === "signup" ? "email/signup" : method;
  return { signedIn: await startSession(tx, deps, { user_id, method: by, caller }) };
}

/** @returns false if the account has another address by now */
async function confirmSignUp(
  tx: Tx,
  deps: AuthDeps,
  flow: FlowRow,
  userId: string,
  caller: Caller,
): Promise<boolean> {
  const user = await lockUser(tx, userId);
  if (user?.email !== flow.email) return false;
  const byAccount = flow.asked_by_account;
  await proveAddress(tx, deps, user, { byAccount, flowId: flow.id, caller });
  return true;
}
