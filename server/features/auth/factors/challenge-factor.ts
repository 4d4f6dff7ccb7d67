import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import { insertChallenge, lockFactor, updateFactor } from "./queries.ts";
import { requireFactorCallAllowed } from "./wrong-codes.ts";

const challengeMinutes = 5;

/**
 * Starts a challenge for a code of the second factor; valid for this session, for five minutes.
 * @throws AuthError mfa_factor_not_found, over_request_rate_limit
 */
export async function challengeFactor(
  { db, clock, limiter }: AuthDeps,
  {
    session,
    factor_id,
    caller,
  }: { session: AuthenticatedSession; factor_id: string; caller: Caller },
) {
  const { user_id, session_id } = session;
  await requireFactorCallAllowed({ db, limiter }, session);
  return inTransaction(db, async (tx) => {
    const factor = await lockFactor(tx, { user_id, factor_id });
    if (!factor) throw new AuthError("mfa_factor_not_found");
    const now = clock.now();
    const id = randomUUID();
    const expiresAt = new Date(now.getTime() + challengeMinutes * 60 * 1000);
    await insertChallenge(tx, {
      id,
      factor_id,
      session_id,
      expires_at: expiresAt,
      created_at: now,
    });
    await updateFactor(tx, factor_id, { last_challenged_at: now, updated_at: now });
    await recordAudit(tx, {
      action: "challenge_created",
      user_id,
      session_id,
      caller,
      details: { factor_id },
      now,
    });
    return { id, type: factor.factor_type, expires_at: unixSeconds(expiresAt) };
  });
}
