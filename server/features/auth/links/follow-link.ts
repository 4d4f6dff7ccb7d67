import type { EmailedLinkPurpose } from "#contract/pages.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteFlowsOf, type FlowRow, findFlow, storeAuthCode } from "../flow-queries.ts";
import { authCodeHash, createAuthCode } from "../http/pkce.ts";
import { findUser, findUserByEmail, lockUser } from "../queries.ts";
import { startRecoveredSession } from "../recovery/recover-account.ts";
import { type StartedSession, sessionAnswer, startSession } from "../sessions/start-session.ts";
import { findMagicLinkEffect, signInByMagicLink } from "./magic-links.ts";
import { createRecoveryToken, linkHash, pkcePrefix } from "./one-time-tokens.ts";
import { findTokenByLink, invalidateLink, type OneTimeTokenRow } from "./queries.ts";
import { isStillValid, redeemToken } from "./redeem-token.ts";
import { redirectTarget, withFragment, withQuery, withSession } from "./redirect-target.ts";
import {
  findByLink,
  firstConfirmationMessage,
  refuseTakenAddress,
  type Verification,
  withoutPkcePrefix,
} from "./verify-code.ts";

type Outcome =
  | { signedIn: StartedSession; type: string }
  | { handedOver: { authCode: string | undefined; recoveryToken: string | undefined } }
  | { half: true; isPkce: boolean }
  | { refused: unknown };

/**
 * An emailed link's purpose, its address, and whether the account itself requested it or anyone who knows the address.
 */
export interface LinkPurpose {
  purpose: EmailedLinkPurpose;
  address: string;
  asked_by_account: boolean;
}

/** Tells what following a link would do; undefined if the link no longer works. Read-only. */
export async function describeLink(
  deps: Pick<AuthDeps, "db" | "clock" | "config">,
  { linkToken, verification }: { linkToken: string; verification: Verification },
): Promise<LinkPurpose | undefined> {
  const { db, clock } = deps;
  const token = await findTokenByLink(db, linkHash(withoutPkcePrefix(linkToken)));
  const flow = token && (await findFlow(db, token.flow_state_id));
  if (!token || !flow) return undefined;
  const now = clock.now();
  if (!matchesVerification(token, flow, { linkToken, verification, now })) return undefined;
  if (token.purpose === "magiclink") return describeMagicLink(deps, flow);
  const user = token.user_id === null ? undefined : await findUser(db, token.user_id);
  if (!user) return undefined;
  if (!(await isStillValid(db, user, token, { flow, now }))) return undefined;
  const address = await addressOf(db, token, flow);
  if (address === undefined) return undefined;
  const { purpose } = token;
  if (purpose === "reauthentication" || purpose === "not_me") return undefined;
  return { purpose, address, asked_by_account: flow.asked_by_account };
}

async function describeMagicLink(
  deps: Pick<AuthDeps, "db" | "config">,
  flow: FlowRow,
): Promise<LinkPurpose | undefined> {
  const effect = await findMagicLinkEffect(deps.db, deps, flow);
  if (effect === undefined) return undefined;
  const address = flow.email;
  if (effect === "creates_account") {
    return { purpose: "magiclink_new", address, asked_by_account: false };
  }
  const isProven = effect.user.email_proven_at !== null;
  return {
    purpose: isProven ? "magiclink" : "magiclink_unproven",
    address,
    asked_by_account: false,
  };
}

/**
 * The new address for the confirmations of a change of address, otherwise the account's. If the new address was taken
 * in the meantime, only its own link shows that; the link to the present address does not.
 */
async function addressOf(
  db: Db,
  { purpose, relates_to }: OneTimeTokenRow,
  flow: FlowRow,
): Promise<string | undefined> {
  if (purpose === "email_change_old") return flow.email;
  if (purpose !== "email_change_new") return relates_to;
  return (await findUserByEmail(db, flow.email)) ? undefined : flow.email;
}

/**
 * Follows a link, and returns the address to which the browser is sent. If the request used PKCE, the address contains
 * a code that only the browser that asked can exchange. It also contains, after the `#`, a token with which any other
 * browser can recover the account, because the requester must not decide which browser the reader uses. Without PKCE,
 * the address of a sign-up contains only that token, and any other contains the session's tokens. Refusals are put into
 * the address too.
 */
export async function followLink(
  deps: AuthDeps,
  link: {
    linkToken: string;
    verification: Verification;
    redirect_to: string | undefined;
    caller: Caller;
  },
): Promise<URL> {
  const target = redirectTarget(deps.config, link.redirect_to);
  const outcome = await inTransaction(deps.db, (tx) => redeem(tx, deps, link)).catch((error) =>
    error instanceof AuthError ? { failed: error } : refuseTakenAddress(error),
  );
  const isPkce = link.linkToken.startsWith(pkcePrefix);
  if ("failed" in outcome) return withError(target, outcome.failed, isPkce);
  if ("refused" in outcome) return withError(target, expiredLink(), isPkce);
  if ("handedOver" in outcome) {
    const { authCode: code, recoveryToken: tokenHash } = outcome.handedOver;
    const url = code === undefined ? target : withQuery(target, { code });
    return tokenHash === undefined
      ? url
      : withFragment(url, { token_hash: tokenHash, type: "recovery" });
  }
  if ("half" in outcome) {
    const message = withFragment(target, { message: firstConfirmationMessage });
    return outcome.isPkce ? withQuery(message, { message: firstConfirmationMessage }) : message;
  }
  const answer = await sessionAnswer(deps, outcome.signedIn);
  return withSession(target, answer, { type: outcome.type });
}

export function expiredLink(): AuthError {
  return new AuthError("otp_expired", { message: "Email link is invalid or has expired" });
}

/** The client library looks for errors after the `#` and, with PKCE, in the query as well. */
export function withError(target: URL, error: AuthError, isPkce: boolean): URL {
  const parameters = {
    error: error.status >= 500 ? "server_error" : "access_denied",
    error_code: error.code,
    error_description: error.message,
  };
  const url = withFragment(target, parameters);
  return isPkce ? withQuery(url, parameters) : url;
}

function matchesVerification(
  token: OneTimeTokenRow,
  flow: FlowRow,
  { linkToken, verification, now }: { linkToken: string; verification: Verification; now: Date },
): boolean {
  // A link for one browser must not give tokens to any browser if its prefix is removed.
  const isPkce = flow.code_challenge !== null;
  return (
    token.expires_at > now &&
    verification.purposes.includes(token.purpose) &&
    isPkce === linkToken.startsWith(pkcePrefix)
  );
}

async function redeem(
  tx: Tx,
  deps: AuthDeps,
  link: { linkToken: string; verification: Verification; caller: Caller },
): Promise<Outcome> {
  const now = deps.clock.now();
  const token = await findByLink(tx, link.linkToken);
  const flow = token && (await findFlow(tx, token.flow_state_id));
  if (!token || !flow || !matchesVerification(token, flow, { ...link, now }))
    return { refused: true };
  const isPkce = flow.code_challenge !== null;
  const { caller } = link;
  if (flow.method === "magiclink") {
    // Nothing is proven or created before the browser that asked has sent its code verifier.
    if (isPkce && (await findMagicLinkEffect(tx, deps, flow)) !== undefined) {
      return issueAuthCode(tx, token, { isPkce, now });
    }
    const enterer = { byAccount: false, isAsker: false, caller };
    const entered = isPkce ? undefined : await signInByMagicLink(tx, deps, flow, enterer);
    if (entered === undefined) return { refused: true };
    const { method } = flow;
    return {
      signedIn: await startSession(tx, deps, { user_id: entered, method, caller }),
      type: method,
    };
  }
  const { user_id } = token;
  if (user_id === null || flow.method === "reauthentication" || flow.method === "not_me") {
    return { refused: true };
  }
  if (token.purpose === "signup") {
    // The server cannot see which browser the button was clicked in. The next call shows it, by the code verifier or by
    // a session of the account. Nothing is proven before that call, because anyone may have requested the mail, with
    // PKCE or without.
    const user = await lockUser(tx, user_id);
    if (!user || !(await isStillValid(tx, user, token, { flow, now }))) return { refused: true };
    return issueAuthCode(tx, token, { isPkce, now });
  }

  const result = await redeemToken(tx, deps, token, { byAccount: false, caller });
  if (result === "refused") return { refused: true };
  if (result === "half") return { half: true, isPkce };
  if (isPkce) return issueAuthCode(tx, token, { isPkce, now });
  await deleteFlowsOf(tx, { user_id, method: flow.method });
  if (flow.method !== "email_change") {
    return {
      signedIn: await startRecoveredSession(tx, deps, { user_id, caller }),
      type: "recovery",
    };
  }
  const { method } = flow;
  return { signedIn: await startSession(tx, deps, { user_id, method, caller }), type: method };
}

/**
 * Uses up the link. Clicking its button does not sign in yet, and the six digits stay valid until someone has signed
 * in.
 */
async function issueAuthCode(
  tx: Tx,
  token: OneTimeTokenRow,
  { isPkce, now }: { isPkce: boolean; now: Date },
): Promise<Outcome> {
  await invalidateLink(tx, token.id);
  const authCode = isPkce ? createAuthCode() : undefined;
  if (authCode !== undefined) {
    await storeAuthCode(tx, token.flow_state_id, { hash: authCodeHash(authCode), now });
  }
  const isRecovering = token.purpose === "signup" || token.purpose === "recovery";
  const recoveryToken = isRecovering ? await createRecoveryToken(tx, { token, now }) : undefined;
  return { handedOver: { authCode, recoveryToken } };
}
