import type { EmailedLinkType } from "#contract/pages.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { OneTimePurpose } from "#server/db/auth-tables.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import {
  deleteFlows,
  type FlowRow,
  findFlow,
  invalidateAuthCode,
  lockFlowByAuthCode,
  storeAuthCode,
} from "../flow-queries.ts";
import { authCodeHash, authCodeMinutes, createAuthCode, matchesChallenge } from "../http/pkce.ts";
import { lockUser } from "../queries.ts";
import { disown, startRecoveredSession } from "../recovery.ts";
import {
  loadStartedSession,
  type StartedSession,
  sessionAnswer,
  startSession,
} from "../sessions/start-session.ts";
import { applyExchange, applyToken, isStillValid } from "./apply-proof.ts";
import { findMagicLinkEffect, signInByMagicLink } from "./magic-links.ts";
import {
  createRecoveryToken,
  linkHash,
  matchesCode,
  maxWrongCodes,
  pkcePrefix,
} from "./one-time-tokens.ts";
import {
  countCodeAttempt,
  invalidateLink,
  lockAccounts,
  lockTokenByLink,
  type OneTimeTokenRow,
} from "./queries.ts";

/** The emails whose proof is expected, by the name that the audit log has for it. */
export type Verification = {
  purposes: readonly OneTimePurpose[];
  method: "email/signup" | "recovery" | "email_change" | "magiclink" | "not_me";
  /** The type that a page about an invalid link speaks of. */
  page: EmailedLinkType;
};

/**
 * What shows that somebody reads the emails of an address. A `link` was followed by the button of its page, in a browser
 * that the server cannot see. A `token` is that of a link, and a `code` was typed; both may come from a session. An
 * `exchange` has the code that a followed link gave to the browser, and the verifier of the browser that asked for it.
 */
export type Proof =
  | { by: "link"; linkToken: string; verification: Verification }
  | ({ verification: Verification; session: AuthenticatedSession | undefined } & (
      | { by: "token"; linkToken: string }
      | { by: "code"; code: string; email: string; isFromKnownNetwork: boolean }
    ))
  | { by: "exchange"; auth_code: string; code_verifier: string };

type Redemption =
  | { signedIn: StartedSession; type: string }
  /** The link alone signs no one in: the auth code does so in the browser that asked, the token in any other. */
  | { handedOver: { authCode: string | undefined; recoveryToken: string | undefined } }
  /** The other address has to confirm the change too. */
  | { awaitsOtherAddress: true }
  | { signedOutEverywhere: true }
  | { refused: AuthErrorCode };

/** The message after the first of two confirmations. */
export const firstConfirmationMessage =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * Redeems a proof, which works once. Unless it comes from the account itself, by a session or by the verifier of a
 * request that the account made, an unproven account is reset first: someone else may have made it.
 */
export async function redeem(deps: AuthDeps, proof: Proof, caller: Caller): Promise<Redemption> {
  try {
    return await inTransaction(deps.db, (tx) => redeemLocked(tx, deps, proof, caller));
  } catch (error) {
    // Someone else has taken the new address between the email and its confirmation.
    if (isUniqueViolation(error)) return { refused: invalidCode(proof) };
    throw error;
  }
}

/**
 * The same for calls that are answered with JSON.
 * @returns a session, or the message that the other address has to confirm too
 */
export async function answerProof(deps: AuthDeps, proof: Proof, caller: Caller) {
  const redeemed = await redeem(deps, proof, caller);
  if ("signedIn" in redeemed) return sessionAnswer(deps, redeemed.signedIn);
  if ("awaitsOtherAddress" in redeemed) return { msg: firstConfirmationMessage, code: "200" };
  const code = "refused" in redeemed ? redeemed.refused : invalidCode(proof);
  if (code !== "conflict") throw new AuthError(code);
  throw new AuthError(code, { message: "Someone else is signed in here. Sign out first." });
}

function invalidCode({ by }: Proof): AuthErrorCode {
  return by === "exchange" ? "flow_state_not_found" : "otp_expired";
}

/** Refusals are returned, not thrown: what was counted and invalidated must be committed. */
async function redeemLocked(
  tx: Tx,
  deps: AuthDeps,
  proof: Proof,
  caller: Caller,
): Promise<Redemption> {
  const found = await findRequest(tx, deps, proof, caller);
  if ("refused" in found) return found;
  const { flow, token } = found;
  const { user_id, method } = flow;
  const invalid = { refused: invalidCode(proof) };
  const now = deps.clock.now();
  const isPkce = flow.code_challenge !== null;
  const isSameBrowser = proof.by === "exchange";
  // A recovery replaces the session even if it is confirmed from a session of the account.
  const own =
    "session" in proof && method !== "recovery"
      ? await lockOwnSession(tx, deps, proof.session)
      : undefined;
  const byAccount = own !== undefined || (isSameBrowser && flow.asked_by_account);
  const handOver = () => issueAuthCode(tx, token, { flow, now });

  if (method === "magiclink") {
    // Nothing is proven or created before the browser that asked has sent its code verifier.
    if (proof.by === "link" && isPkce) {
      return (await findMagicLinkEffect(tx, deps, flow)) === undefined ? invalid : handOver();
    }
    const userId = await signInByMagicLink(tx, deps, flow, { byAccount, isSameBrowser, caller });
    if (userId === undefined) return invalid;
    const by = proof.by === "code" ? "otp" : method;
    const signedIn = own
      ? await loadStartedSession(tx, deps, own)
      : await startSession(tx, deps, { user_id: userId, method: by, caller });
    return { signedIn, type: method };
  }

  const user = user_id === null ? undefined : await lockUser(tx, user_id);
  if (!user || method === "reauthentication") return invalid;
  if (token && !(await isStillValid(tx, user, token, { flow, now }))) return invalid;
  if (method === "not_me") {
    await disown(tx, deps, user, caller);
    return { signedOutEverywhere: true };
  }
  // The server cannot see in which browser a link's button was clicked. The next call shows it, by the code verifier or
  // by a session. Nothing is proven before that call, because anyone may have requested the email.
  if (proof.by === "link" && method === "signup") return handOver();
  const about = { user, flow, byAccount, caller };
  const result = token
    ? await applyToken(tx, deps, token, about)
    : await applyExchange(tx, deps, about);
  if (result === "refused") return invalid;
  if (result === "awaits_other_address") return { awaitsOtherAddress: true };
  if (proof.by === "link" && isPkce) return handOver();

  await deleteFlows(tx, { user_id: user.id, method });
  if (own) return { signedIn: await loadStartedSession(tx, deps, own), type: method };
  // After a reset the account has no password, so a sign-up that was confirmed from elsewhere counts as a recovery.
  if (method === "recovery" || (method === "signup" && !byAccount)) {
    const signedIn = await startRecoveredSession(tx, deps, { user_id: user.id, caller });
    return { signedIn, type: "recovery" };
  }
  const by = method === "signup" ? "email/signup" : method;
  return {
    signedIn: await startSession(tx, deps, { user_id: user.id, method: by, caller }),
    type: method,
  };
}

type Found = { flow: FlowRow; token: OneTimeTokenRow | undefined } | { refused: AuthErrorCode };

/** Locks what a proof belongs to, the accounts first, and checks the proof. */
async function findRequest(tx: Tx, deps: AuthDeps, proof: Proof, caller: Caller): Promise<Found> {
  if (proof.by === "exchange") return findExchanged(tx, deps, proof);
  const { purposes, method } = proof.verification;
  const now = deps.clock.now();
  const token =
    proof.by === "code"
      ? await lockTokenOfCode(tx, { ...proof, purposes, now })
      : await lockTokenOfLink(tx, proof.linkToken);
  const isRight =
    proof.by !== "code" ||
    matchesCode(deps.secrets, token, { address: proof.email, code: proof.code });
  const isValid = isRight && token && token.expires_at > now && purposes.includes(token.purpose);
  if (proof.by !== "link") {
    // The entry is always written, so that the refusal takes the same time for an address to which nothing was emailed.
    await recordAudit(
      tx,
      "verification_attempted",
      { user_id: token?.user_id ?? undefined, caller, now },
      { method, accepted: Boolean(isValid) },
    );
  }
  const flow = isValid ? await findFlow(tx, token.flow_state_id) : undefined;
  if (!isValid || !flow) return { refused: "otp_expired" };
  if (proof.by === "link") {
    return isForLink(flow, proof.linkToken) ? { flow, token } : { refused: "otp_expired" };
  }
  return proof.session && !belongsToSession(proof.session, token)
    ? { refused: "conflict" }
    : { flow, token };
}

/** A link for one browser must not give tokens to any browser if its prefix is removed. */
export function isForLink({ code_challenge }: FlowRow, linkToken: string): boolean {
  return (code_challenge !== null) === linkToken.startsWith(pkcePrefix);
}

async function findExchanged(
  tx: Tx,
  deps: AuthDeps,
  { auth_code, code_verifier }: Extract<Proof, { by: "exchange" }>,
): Promise<Found> {
  const hashedAuthCode = authCodeHash(auth_code);
  await lockAccounts(tx, { auth_code_hash: hashedAuthCode });
  const flow = await lockFlowByAuthCode(tx, hashedAuthCode);
  if (!flow?.code_challenge || !flow.code_challenge_method) {
    return { refused: "flow_state_not_found" };
  }
  const ageMs = deps.clock.now().getTime() - (flow.auth_code_issued_at?.getTime() ?? 0);
  const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method };
  const isTooOld = ageMs > authCodeMinutes * minuteMs;
  if (!isTooOld && matchesChallenge(challenge, code_verifier)) return { flow, token: undefined };
  await invalidateAuthCode(tx, flow.id);
  return { refused: isTooOld ? "flow_state_expired" : "bad_code_verifier" };
}

/** The token of a link, whether or not it is meant for the browser that asked. */
async function lockTokenOfLink(tx: Tx, linkToken: string): Promise<OneTimeTokenRow | undefined> {
  const hashedLink = linkHash(withoutPkcePrefix(linkToken));
  await lockAccounts(tx, { link_hash: hashedLink });
  return lockTokenByLink(tx, hashedLink);
}

/** The token of a link without {@link pkcePrefix}. */
export function withoutPkcePrefix(linkToken: string): string {
  return linkToken.startsWith(pkcePrefix) ? linkToken.slice(pkcePrefix.length) : linkToken;
}

/** The token with whose code the typed one is compared. The attempt is counted whether or not the code is right. */
async function lockTokenOfCode(
  tx: Tx,
  {
    email: address,
    ...typed
  }: {
    email: string;
    isFromKnownNetwork: boolean;
    purposes: readonly OneTimePurpose[];
    now: Date;
  },
): Promise<OneTimeTokenRow | undefined> {
  await lockAccounts(tx, { address, purposes: typed.purposes });
  return countCodeAttempt(tx, { address, ...typed }, maxWrongCodes);
}

/** Whether a session belongs to the account to which the link or code was emailed. */
function belongsToSession(
  session: AuthenticatedSession,
  { user_id, relates_to }: Pick<OneTimeTokenRow, "user_id" | "relates_to">,
): boolean {
  return user_id === null ? session.email === relates_to : session.user_id === user_id;
}

/**
 * The session from which the proof was sent, if it may act for the account. A session that has ended may not. Neither
 * may a token without the second factor: it would otherwise receive the tokens of a session that has passed the factor.
 */
async function lockOwnSession(tx: Tx, deps: AuthDeps, asked: AuthenticatedSession | undefined) {
  if (asked === undefined) return undefined;
  try {
    const { session, lacksSecondStep } = await lockCallerSession(tx, deps, asked);
    return lacksSecondStep ? undefined : session;
  } catch (error) {
    if (error instanceof AuthError && error.code === "session_not_found") return undefined;
    throw error;
  }
}

/** Uses up the link. The six digits stay valid until someone has signed in. */
async function issueAuthCode(
  tx: Tx,
  token: OneTimeTokenRow | undefined,
  { flow, now }: { flow: FlowRow; now: Date },
): Promise<Redemption> {
  if (token === undefined) return { refused: "otp_expired" };
  await invalidateLink(tx, token.id);
  const authCode = flow.code_challenge === null ? undefined : createAuthCode();
  if (authCode !== undefined) {
    await storeAuthCode(tx, flow.id, { hash: authCodeHash(authCode), now });
  }
  const isRecovering = token.purpose === "signup" || token.purpose === "recovery";
  const recoveryToken = isRecovering ? await createRecoveryToken(tx, { token, now }) : undefined;
  return { handedOver: { authCode, recoveryToken } };
}
