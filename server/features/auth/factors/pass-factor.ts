import { randomUUID } from "node:crypto";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { deleteGrantsWithoutSession } from "../oauth/queries.ts";
import { deleteOtherPasskeys } from "../passkey-queries.ts";
import { type FactorRow, listVerifiedFactors, type UserRow } from "../queries.ts";
import { completeRecovery } from "../recovery.ts";
import { requestNotice } from "../request-notice.ts";
import {
  deleteOtherPasskeySessions,
  deleteOtherWeakSessions,
  deleteSession,
  hasRecoveryLapsed,
  type SessionRow,
  updateSession,
} from "../sessions/queries.ts";
import {
  loadStartedSession,
  type StartedSession,
  sessionAnswer,
  unixSeconds,
} from "../sessions/start-session.ts";
import { isAbandoned } from "./change-factors.ts";
import type { FactorResponse } from "./factor-type.ts";
import { factorTypes } from "./factor-types.ts";
import {
  countChallengeFailure,
  deleteChallenge,
  deleteOtherUnverifiedFactors,
  deleteWrongCodes,
  findFactor,
  insertChallenge,
  lockChallenge,
  lockFactor,
  updateFactor,
} from "./queries.ts";
import {
  findDelay,
  findGuessCounter,
  recordWrongCode,
  requireFactorCallAllowed,
} from "./wrong-codes.ts";

const challengeMinutes = 5;

/**
 * Starts a challenge of a second factor, which is valid in this session for five minutes.
 */
export async function challengeFactor(
  deps: AuthDeps,
  {
    session,
    factor_id,
    caller,
  }: { session: AuthenticatedSession; factor_id: string; caller: Caller },
) {
  const { db, clock } = deps;
  const { user_id, session_id } = session;
  await requireFactorCallAllowed(deps, session);
  // This is checked before a text is counted, because someone who knows only the password must not use up the owner's
  // limit.
  const asked = requireChallengeable(await findFactor(db, { user_id, factor_id }), {
    lacksSecondStep: lacksSecondStep(session),
    now: clock.now(),
  });
  await factorTypes[asked.factor_type].admitChallenge?.(deps, { session, factor: asked, caller });
  return inTransaction(db, async (tx) => {
    const { user, lacksSecondStep } = await lockCallerSession(tx, deps, session);
    const now = clock.now();
    const factor = requireChallengeable(await lockFactor(tx, { user_id, factor_id }), {
      lacksSecondStep,
      now,
    });
    const id = randomUUID();
    const expiresAt = new Date(now.getTime() + challengeMinutes * minuteMs);
    const { stored, shown } = await factorTypes[factor.factor_type].challenge(tx, deps, {
      id,
      factor,
      user,
    });
    await insertChallenge(tx, {
      id,
      factor_id,
      session_id,
      expires_at: expiresAt,
      created_at: now,
      ...stored,
    });
    await updateFactor(tx, factor_id, { last_challenged_at: now, updated_at: now });
    await recordAudit(tx, "challenge_created", { session, caller, now }, { factor_id });
    return { id, type: factor.factor_type, expires_at: unixSeconds(expiresAt), ...shown };
  });
}

/** @throws AuthError mfa_factor_not_found, insufficient_aal */
function requireChallengeable(
  factor: FactorRow | undefined,
  { lacksSecondStep, now }: { lacksSecondStep: boolean; now: Date },
): FactorRow {
  if (!factor || isAbandoned(factor, now)) throw new AuthError("mfa_factor_not_found");
  if (factor.status === "unverified" && lacksSecondStep) throw new AuthError("insufficient_aal");
  return factor;
}

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
 * Passes the second factor. The first right answer verifies it and ends sessions that have not passed one; with the
 * first factor go the passkeys, because they need no second step, except that of this session.
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
  const guesser = isGuess ? findGuessCounter(present) : undefined;
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
    { session, caller, now },
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

/**
 * Raises a locked session that has just passed the second step, after which its recovery takes effect. A removal of
 * `factor_id` lowers it again; null for a recovery code.
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
