import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isSameDigest } from "#server/system/secrets.ts";
import { recordAudit } from "../../audit.ts";
import type { AuthDeps, Caller } from "../../auth-deps.ts";
import { findRecoveryCodeSet, listVerifiedFactors } from "../../queries.ts";
import { requestNotice } from "../../request-notice.ts";
import {
  deleteOtherWeakSessions,
  deleteSession,
  hasRecoveryLapsed,
} from "../../sessions/queries.ts";
import { type StartedSession, sessionAnswer } from "../../sessions/start-session.ts";
import { deleteWrongCodes } from "../queries.ts";
import { raiseSession } from "../raise-session.ts";
import {
  findDelay,
  guessCounterOf,
  recordWrongCode,
  requireFactorCallAllowed,
} from "../wrong-codes.ts";
import { noRecoveryCodesError } from "./change-recovery-codes.ts";
import { hashCode, readTypedCode, setKeyContext } from "./code-format.ts";
import {
  countRecoveryCodes,
  listUnusedCodeHashes,
  markRecoveryCodeUsed,
  recoveryCodeMethod,
} from "./queries.ts";

type Attempt = { session: AuthenticatedSession; code: string; caller: Caller };

type Outcome = { passed: StartedSession } | { refused: AuthError };

/**
 * Raises the session by a recovery code instead of the second step, and emails the owner. The code is used up, and
 * other sessions that have not passed the second step end. If the session began with a recovery, the recovery takes
 * effect. Wrong codes are counted together with those of the second step.
 * @throws AuthError mfa_factor_not_found if there are no codes or no second step for which they stand in,
 *   mfa_verification_failed, mfa_recovery_codes_locked, over_request_rate_limit, session_not_found, session_expired,
 *   user_banned
 */
export async function verifyRecoveryCode(deps: AuthDeps, attempt: Attempt) {
  await requireFactorCallAllowed(deps, attempt.session);
  const outcome = await inTransaction(deps.db, (tx) => verify(tx, deps, attempt));
  if ("refused" in outcome) throw outcome.refused;
  return sessionAnswer(deps, outcome.passed);
}

/** Refusals are returned, not thrown: the count must be committed. */
async function verify(tx: Tx, deps: AuthDeps, attempt: Attempt): Promise<Outcome> {
  const { session, code, caller } = attempt;
  const { user_id, session_id } = session;
  const now = deps.clock.now();
  const { user, session: present } = await lockCallerSession(tx, deps, session);
  if (hasRecoveryLapsed(present, now)) {
    await deleteSession(tx, session_id);
    return { refused: new AuthError("session_expired") };
  }
  const set = await findRecoveryCodeSet(tx, user_id);
  const verified = await listVerifiedFactors(tx, user_id);
  if (!set || verified.length === 0) return { refused: noRecoveryCodesError() };
  const guesser = guessCounterOf(present);
  const delay = await findDelay(tx, deps, guesser);
  if (delay) {
    const { message, retry_after_seconds } = delay;
    return {
      refused: new AuthError("mfa_recovery_codes_locked", { message, retry_after_seconds }),
    };
  }

  const key = deps.secrets.decrypt(set.key_encrypted, setKeyContext(set.id));
  const typed = hashCode(key, readTypedCode(code));
  const unused = await listUnusedCodeHashes(tx, set.id);
  // The code is compared with every hash, so that the time does not depend on which one matches.
  const isAccepted = unused.map((codeHash) => isSameDigest(codeHash, typed)).some(Boolean);
  await recordAudit(
    tx,
    "verification_attempted",
    { user_id, session_id, caller, now },
    { factor_id: set.id, method: recoveryCodeMethod, accepted: isAccepted },
  );
  if (!isAccepted) {
    await recordWrongCode(tx, deps, guesser, user);
    const message = "Invalid recovery code entered";
    return { refused: new AuthError("mfa_verification_failed", { message }) };
  }

  await markRecoveryCodeUsed(tx, { set_id: set.id, code_hash: typed, now });
  await deleteWrongCodes(tx, guesser);
  await deleteOtherWeakSessions(tx, { user_id, session_id, now });
  const { remaining } = await countRecoveryCodes(tx, set.id);
  await requestNotice(tx, deps, "auth_recovery_code_used", user, String(remaining));
  // If the session has also passed a second step, it is still lowered when that step is removed.
  const { factor_id } = present;
  const raised = { session: present, factor_id, method: recoveryCodeMethod, caller };
  return { passed: await raiseSession(tx, deps, raised) };
}
