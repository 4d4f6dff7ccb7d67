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

/** Either the token of a link, or the six digits and the address they were mailed to. */
export type Proof =
  | { linkToken: string }
  | { code: string; email: string; isFromKnownNetwork: boolean };

type Attempt = {
  verification: Verification;
  proof: Proof;
  /** Who is signed in where the proof is shown, if anyone. */
  session: AuthenticatedSession | undefined;
  caller: Caller;
};

/** What the client receives after the first of two confirmations. */
export const firstConfirmationMessage =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Outcome =
  | { signedIn: StartedSession }
  | { half: true }
  | { refused: "otp_expired" | "conflict" };

/**
 * Signs in with what was mailed to an address; usable once. A sign-up is confirmed unchanged where its own account is
 * signed in, and that session continues; anywhere else the account is reset first. A change of address leaves the
 * account proven only where it is signed in.
 * @returns a session, or the message that the other address has to confirm too
 * @throws AuthError otp_expired, the same for wrong, used, too old and never mailed; user_banned; conflict where
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

/** Someone else has taken the new address between the mail and its confirmation. */
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
  // Written in any case: a refusal for an address that nothing was mailed to takes as long as another.
  await recordAudit(tx, {
    action: "verification_attempted",
    user_id: token?.user_id ?? undefined,
    caller,
    details: { method, accepted: Boolean(isValid) },
    now,
  });
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
  // To recover an account is to start over, also from within it.
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

/** Whether a session is one of the account that something was mailed to. */
function isOf(
  session: AuthenticatedSession,
  { user_id, relates_to }: Pick<OneTimeTokenRow, "user_id" | "relates_to">,
): boolean {
  return user_id === null ? session.email === relates_to : session.user_id === user_id;
}

/**
 * The session that the proof is shown in, if it may stand for the account: one that has ended may not, and neither may a
 * token without the second factor, which would otherwise receive the tokens of a session that has passed it.
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

/** The token of a link without the mark that it leads to a code. */
export function withoutPkcePrefix(linkToken: string): string {
  return linkToken.startsWith(pkcePrefix) ? linkToken.slice(pkcePrefix.length) : linkToken;
}

/** The token whose code is asked for now, which counts the attempt whether or not the code is right. */
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
