import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { deleteGrantsWithoutSession } from "../oauth/queries.ts";
import { deleteOtherPasskeys } from "../passkey-queries.ts";
import { type FactorRow, listVerifiedFactors, type UserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import {
  deleteOtherPasskeySessions,
  deleteOtherWeakSessions,
  deleteSession,
  hasRecoveryLapsed,
  type SessionRow,
} from "../sessions/queries.ts";
import { type StartedSession, sessionAnswer } from "../sessions/start-session.ts";
import { isAbandoned } from "./enrol-factor.ts";
import type { FactorResponse } from "./factor-type.ts";
import { factorTypes } from "./factor-types.ts";
import {
  countChallengeFailure,
  deleteChallenge,
  deleteOtherUnverifiedFactors,
  deleteWrongCodes,
  lockChallenge,
  lockFactor,
  updateFactor,
} from "./queries.ts";
import { raiseSession } from "./raise-session.ts";
import {
  findDelay,
  guessCounterOf,
  recordWrongCode,
  requireFactorCallAllowed,
} from "./wrong-codes.ts";

const maxFailures = 5;

type Attempt = {
  session: AuthenticatedSession;
  factor_id: string;
  challenge_id: string;
  response: FactorResponse;
  caller: Caller;
};

type Outcome =
  | { passed: StartedSession }
  | { refused: AuthErrorCode; status?: number; message?: string };

/**
 * Raises the session once it has passed the second factor, and gives it new tokens; earlier ones cannot be refreshed
 * any more. The first right answer verifies the factor, and ends every session of the person that has not passed a
 * second factor. If it is the account's first factor, the passkeys are deleted, because they need no second step,
 * except the one with which this session began. If the session began with a recovery, the recovery takes effect.
 * @throws AuthError mfa_factor_not_found (404 for the factor, 422 for the challenge), mfa_challenge_expired,
 *   mfa_verification_failed, over_request_rate_limit, session_not_found, user_banned; insufficient_aal for an
 *   unverified factor if the session has not passed a verified one
 */
export async function verifyFactor(deps: AuthDeps, attempt: Attempt) {
  await requireFactorCallAllowed(deps, attempt.session);
  const outcome = await inTransaction(deps.db, (tx) => verify(tx, deps, attempt));
  if ("refused" in outcome) throw new AuthError(outcome.refused, outcome);
  return sessionAnswer(deps, outcome.passed);
}

const unknownChallenge = {
  refused: "mfa_factor_not_found",
  status: 422,
  message: "MFA factor with the provided challenge ID not found",
} as const;

/** Refusals are returned, not thrown: the count must be committed. */
async function verify(tx: Tx, deps: AuthDeps, attempt: Attempt): Promise<Outcome> {
  const { session, factor_id, challenge_id, response, caller } = attempt;
  const { user_id, session_id } = session;
  const now = deps.clock.now();
  const { user, session: present, lacksSecondStep } = await lockCallerSession(tx, deps, session);
  if (hasRecoveryLapsed(present, now)) {
    await deleteSession(tx, session_id);
    return { refused: "session_expired" };
  }
  const factor = await lockFactor(tx, { user_id, factor_id });
  if (!factor || isAbandoned(factor, now)) return { refused: "mfa_factor_not_found" };
  // A new second factor must not bypass the existing ones.
  if (factor.status === "unverified" && lacksSecondStep) return { refused: "insufficient_aal" };
  const type = factorTypes[factor.factor_type];
  // While an app is being set up, its secret has just been shown, so there is nothing to guess.
  const isGuess = type.isGuessable && factor.status === "verified";
  const guesser = isGuess ? guessCounterOf(present) : undefined;
  const delay = guesser && (await findDelay(tx, deps, guesser));
  if (delay) throw delay;
  const challenge = await lockChallenge(tx, { challenge_id, factor_id, session_id });
  if (!challenge) return unknownChallenge;
  if (challenge.expires_at <= now || challenge.failures >= maxFailures) {
    return { refused: "mfa_challenge_expired" };
  }

  const kept = await type.verify(tx, deps, { factor, challenge, response, now });
  await recordAudit(
    tx,
    "verification_attempted",
    { user_id, session_id, caller, now },
    { factor_id, accepted: kept !== undefined },
  );
  if (kept === undefined) {
    await countChallengeFailure(tx, challenge_id);
    if (guesser) await recordWrongCode(tx, deps, guesser, user);
    return { refused: "mfa_verification_failed", message: type.wrongAnswer };
  }

  await deleteChallenge(tx, challenge_id);
  if (guesser) await deleteWrongCodes(tx, guesser);
  await updateFactor(tx, factor_id, { ...kept, status: "verified", updated_at: now });
  if (factor.status === "unverified") {
    await activateFactor(tx, deps, factor, { user, present });
  }
  const raised = { session: present, factor_id, method: type.method, caller };
  return { passed: await raiseSession(tx, deps, raised) };
}

async function activateFactor(
  tx: Tx,
  deps: AuthDeps,
  factor: FactorRow,
  { user, present }: { user: UserRow; present: SessionRow },
): Promise<void> {
  const sessionId = present.id;
  await deleteOtherUnverifiedFactors(tx, factor);
  const now = deps.clock.now();
  const verified = await listVerifiedFactors(tx, user.id);
  // An earlier passkey was added without a second step, and could sign in without this one.
  if (verified.length === 1) {
    await deleteOtherPasskeySessions(tx, { user_id: user.id, session_id: sessionId });
    await deleteOtherPasskeys(tx, { user_id: user.id, passkey_id: present.passkey_id });
  }
  await deleteOtherWeakSessions(tx, { user_id: user.id, session_id: sessionId, now });
  await deleteGrantsWithoutSession(tx, user.id);
  // The change was requested without this factor.
  await cancelEmailChange(tx, user.id);
  await requestNotice(tx, deps, "auth_factor_added", user);
}
