import { randomUUID } from "node:crypto";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { FactorRow } from "../queries.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import { isAbandoned } from "./enrol-factor.ts";
import { factorTypes } from "./factor-types.ts";
import { findFactor, insertChallenge, lockFactor, updateFactor } from "./queries.ts";
import { requireFactorCallAllowed } from "./wrong-codes.ts";

const challengeMinutes = 5;

/**
 * Starts a challenge of a second factor, which is valid in this session for five minutes.
 * @throws AuthError mfa_factor_not_found, over_request_rate_limit, session_not_found, user_banned; insufficient_aal for
 *   an unverified factor if the session has not passed a verified one; what the type throws
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
    await recordAudit(tx, "challenge_created", { user_id, session_id, caller, now }, { factor_id });
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
