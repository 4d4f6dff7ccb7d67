import { AuthError } from "#server/access/auth-error.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { type StartedSession, sessionAnswer, startSession } from "../sessions/start-session.ts";
import { isMailedCode, linkHash, pkcePrefix, wrongCodesAtMost } from "./one-time-tokens.ts";
import {
  countWrongCode,
  deleteFlow,
  lockTokenByLink,
  lockTokensOfAddress,
  type OneTimeTokenRow,
} from "./queries.ts";
import { redeemToken } from "./redeem-token.ts";

/** What was mailed for a type of verification. */
export type Verification = {
  purposes: readonly OneTimePurpose[];
  method: "email/signup" | "recovery" | "email_change";
};

/** Either the token of a link, or the six digits and the address they were mailed to. */
export type Proof = { link_token: string } | { code: string; email: string };

/** What the client is told after the first of two confirmations. */
export const halfMessage =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Outcome = { signed_in: StartedSession } | { half: true } | { refused: true };

/**
 * Signs in whoever shows what was mailed to an address; used once.
 * @returns a session, or the message that the other address has to confirm too
 * @throws AuthError otp_expired, the same for wrong, used, too old and never mailed; user_banned
 */
export async function verifyProof(
  deps: AuthDeps,
  { verification, proof, caller }: { verification: Verification; proof: Proof; caller: Caller },
) {
  const outcome = await inTransaction(deps.db, (tx) =>
    redeem(tx, deps, verification, proof, caller),
  ).catch(refuseTakenAddress);
  if ("refused" in outcome) throw new AuthError("otp_expired");
  if ("half" in outcome) return { msg: halfMessage, code: "200" };
  return sessionAnswer(deps, outcome.signed_in);
}

/** Somebody else has taken the new address between the mail and its confirmation. */
export function refuseTakenAddress(error: unknown): { refused: true } {
  if (isUniqueViolation(error)) return { refused: true };
  throw error;
}

/** Refusals are returned, not thrown: what was counted must stay counted. */
async function redeem(
  tx: Tx,
  deps: AuthDeps,
  { purposes, method }: Verification,
  proof: Proof,
  caller: Caller,
): Promise<Outcome> {
  const token =
    "code" in proof
      ? await findByCode(tx, deps, { ...proof, purposes })
      : await findByLink(tx, proof.link_token);
  const now = deps.clock.now();
  const isValid = token && token.expires_at > now && purposes.includes(token.purpose);
  // Written in any case: a refusal for an address that nothing was mailed to takes as long as another.
  await recordAudit(tx, {
    action: "verification_attempted",
    user_id: token?.user_id,
    caller,
    details: { method, accepted: Boolean(isValid) },
    now,
  });
  if (!isValid) return { refused: true };

  const result = await redeemToken(tx, deps, token, caller);
  if (result === "refused") return { refused: true };
  if (result === "half") return { half: true };
  await deleteFlow(tx, token.flow_state_id);
  return { signed_in: await startSession(tx, deps, { user_id: token.user_id, method, caller }) };
}

/** The token of a link, whether or not it is meant for the browser that asked. */
export function findByLink(tx: Tx, link_token: string): Promise<OneTimeTokenRow | undefined> {
  const token = link_token.startsWith(pkcePrefix)
    ? link_token.slice(pkcePrefix.length)
    : link_token;
  return lockTokenByLink(tx, linkHash(token));
}

async function findByCode(
  tx: Tx,
  { secrets, clock }: AuthDeps,
  { code, email, purposes }: { code: string; email: string; purposes: readonly OneTimePurpose[] },
): Promise<OneTimeTokenRow | undefined> {
  const mailed = await lockTokensOfAddress(tx, { address: email, purposes });
  const alive = mailed.filter(({ expires_at }) => expires_at > clock.now());
  const right = alive.filter((token) => isMailedCode(secrets, token, code));
  if (right.length === 0) {
    const ids = alive.map(({ id }) => id);
    await countWrongCode(tx, ids, wrongCodesAtMost);
  }
  return right[0];
}
