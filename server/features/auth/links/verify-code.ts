import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteFlowsOf, findFlow } from "../flow-queries.ts";
import { startRecoveredSession } from "../recovery/recover-account.ts";
import {
  loadStartedSession,
  type StartedSession,
  sessionAnswer,
  startSession,
} from "../sessions/start-session.ts";
import { signInByMagicLink } from "./magic-links.ts";
import { isCodeOf, linkHash, maxWrongCodes, pkcePrefix } from "./one-time-tokens.ts";
import {
  countCodeAttempt,
  lockAccountsOf,
  lockTokenByLink,
  type OneTimeTokenRow,
} from "./queries.ts";
import { redeemToken } from "./redeem-token.ts";

export type Verification = {
  purposes: readonly OneTimePurpose[];
  method: "email/signup" | "recovery" | "email_change" | "magiclink";
};

/** Either the token of a link, or the six digits with the address to which they were emailed. */
export type Proof =
  | { linkToken: string }
  | { code: string; email: string; isFromKnownNetwork: boolean };

type Attempt = {
  verification: Verification;
  proof: Proof;
  /** The session from which the proof was sent, if any. */
  session: AuthenticatedSession | undefined;
  caller: Caller;
};

/** The message that the client receives after the first of two confirmations. */
export const firstConfirmationMessage =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Outcome =
  | { signedIn: StartedSession }
  | { half: true }
  | { refused: "otp_expired" | "conflict" };

/**
 * Signs in with a link or code that was emailed to an address, which works once. If the call is made from a session of
 * the account, a sign-up is confirmed unchanged and that session continues; otherwise the account is reset first. A
 * change of address leaves the account proven only if it is confirmed from a session of the account.
 * @returns a session, or the message that the other address has to confirm too
 * @throws AuthError otp_expired for a proof that is wrong, used, too old or was never emailed; user_banned; conflict if
 *   another account is signed in
 */
export async function verifyProof(deps: AuthDeps, attempt: Attempt) {
  const outcome = await inTransaction(deps.db, (tx) => redeem(tx, deps, attempt)).catch(
    refuseTakenAddress,
  );
  if ("refused" in outcome) throw refusal(outcome.refused);
  if ("half" in outcome) return { msg: firstConfirmationMessage, code: "200" };
  return sessionAnswer(deps, outcome.signedIn);
}

function refusal(code: "otp_expired" | "conflict"): AuthError {
  if (code === "otp_expired") return new AuthError(code);
  return new AuthError(code, { message: "Someone else is signed in here. Sign out first." });
}

/** The refusal if someone else has taken the new address between the mail and its confirmation. */
export function refuseTakenAddress(error: unknown): { refused: "otp_expired" } {
  if (isUniqueViolation(error)) return { refused: "otp_expired" };
  throw error;
}

/** Refusals are returned, not thrown: the count must be committed. */
async function redeem(tx: Tx, deps: AuthDeps, attempt: Attempt): Promise<Outcome> {
  const { verification, proof, session, caller } = attempt;
  const { purposes, method } = verification;
  const token =
    "code" in proof
      ? await lockTokenOfCode(tx, deps, { proof, purposes })
      : await findByLink(tx, proof.linkToken);
  const now = deps.clock.now();
  const isRight =
    !("code" in proof) || isCodeOf(deps.secrets, token, { address: proof.email, code: proof.code });
  const isValid = isRight && token && token.expires_at > now && purposes.includes(token.purpose);
  // The entry is always written, so that the refusal takes the same time for an address to which nothing was emailed.
  await recordAudit(
    tx,
    "verification_attempted",
    { user_id: token?.user_id ?? undefined, caller, now },
    { method, accepted: Boolean(isValid) },
  );
  if (!isValid) return { refused: "otp_expired" };
  if (session && !isOf(session, token)) return { refused: "conflict" };

  const flow = await findFlow(tx, token.flow_state_id);
  if (!flow) return { refused: "otp_expired" };
  if (flow.method === "magiclink") {
    const own = session && (await lockOwnSession(tx, deps, session));
    const enterer = { byAccount: Boolean(own), isAsker: false, caller };
    const entered = await signInByMagicLink(tx, deps, flow, enterer);
    if (entered === undefined) return { refused: "otp_expired" };
    if (own) return { signedIn: await loadStartedSession(tx, deps, own) };
    const by = "code" in proof ? "otp" : "magiclink";
    return { signedIn: await startSession(tx, deps, { user_id: entered, method: by, caller }) };
  }
  const { user_id } = token;
  if (user_id === null) return { refused: "otp_expired" };
  // A recovery replaces the session even if it is confirmed from a session of the account.
  const own =
    session && flow.method !== "recovery" ? await lockOwnSession(tx, deps, session) : undefined;
  const result = await redeemToken(tx, deps, token, { byAccount: Boolean(own), caller });
  if (result === "refused") return { refused: "otp_expired" };
  if (result === "half") return { half: true };
  await deleteFlowsOf(tx, { user_id, method: flow.method });
  if (own) return { signedIn: await loadStartedSession(tx, deps, own) };
  if (flow.method !== "email_change") {
    return { signedIn: await startRecoveredSession(tx, deps, { user_id, caller }) };
  }
  return {
    signedIn: await startSession(tx, deps, { user_id, method: flow.method, caller }),
  };
}

/** Whether a session belongs to the account to which the link or code was emailed. */
function isOf(
  session: AuthenticatedSession,
  { user_id, relates_to }: Pick<OneTimeTokenRow, "user_id" | "relates_to">,
): boolean {
  return user_id === null ? session.email === relates_to : session.user_id === user_id;
}

/**
 * The session from which the proof was sent, if it may act for the account. A session that has ended may not. Neither
 * may a token without the second factor: it would otherwise receive the tokens of a session that has passed the factor.
 */
async function lockOwnSession(tx: Tx, deps: AuthDeps, asked: AuthenticatedSession) {
  try {
    const { session, lacksSecondStep } = await lockCallerSession(tx, deps, asked);
    return lacksSecondStep ? undefined : session;
  } catch (error) {
    if (error instanceof AuthError && error.code === "session_not_found") return undefined;
    throw error;
  }
}

/** The token of a link, whether or not it is meant for the browser that asked. */
export async function findByLink(tx: Tx, linkToken: string): Promise<OneTimeTokenRow | undefined> {
  const hashedLink = linkHash(withoutPkcePrefix(linkToken));
  await lockAccountsOf(tx, { link_hash: hashedLink });
  return lockTokenByLink(tx, hashedLink);
}

/** The token of a link without {@link pkcePrefix}. */
export function withoutPkcePrefix(linkToken: string): string {
  return linkToken.startsWith(pkcePrefix) ? linkToken.slice(pkcePrefix.length) : linkToken;
}

/** The token with whose code the typed one is compared. The attempt is counted whether or not the code is right. */
async function lockTokenOfCode(
  tx: Tx,
  { clock }: AuthDeps,
  {
    proof: { email, isFromKnownNetwork },
    purposes,
  }: { proof: Extract<Proof, { code: string }>; purposes: readonly OneTimePurpose[] },
): Promise<OneTimeTokenRow | undefined> {
  const about = { address: email, purposes, isFromKnownNetwork, now: clock.now() };
  await lockAccountsOf(tx, about);
  return countCodeAttempt(tx, about, maxWrongCodes);
}
