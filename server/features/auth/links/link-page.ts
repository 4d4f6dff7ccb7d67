import type { EmailedLinkPageModel, EmailedLinkPurpose } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { Db } from "#server/db/tables.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import { readForm } from "#server/http/read-form.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { type FlowRow, findFlow } from "../flow-queries.ts";
import { type AuthContext, redirectTo, toAuthError } from "../http/wire.ts";
import { requireAllowedFrom } from "../limits.ts";
import { findUser, findUserByEmail } from "../queries.ts";
import { sessionAnswer } from "../sessions/start-session.ts";
import { isStillValid } from "./apply-proof.ts";
import { findMagicLinkEffect } from "./magic-links.ts";
import { disownType, linkHash, pkcePrefix } from "./one-time-tokens.ts";
import { findTokenByLink, type OneTimeTokenRow } from "./queries.ts";
import {
  firstConfirmationMessage,
  isForLink,
  redeem,
  type Verification,
  withoutPkcePrefix,
} from "./redeem.ts";
import { redirectTarget, withFragment, withQuery, withSession } from "./redirect-target.ts";

const verifications: Readonly<Record<string, Verification>> = {
  signup: { purposes: ["signup"], method: "email/signup", page: "signup" },
  // The client library uses this name for either of the two purposes.
  email: { purposes: ["signup", "magiclink"], method: "email/signup", page: "signup" },
  recovery: { purposes: ["recovery"], method: "recovery", page: "recovery" },
  email_change: {
    purposes: ["email_change_new", "email_change_old"],
    method: "email_change",
    page: "email_change",
  },
  magiclink: { purposes: ["magiclink"], method: "magiclink", page: "magiclink" },
};

/** Only the page accepts these links, which sign no one in. */
const disowning: Verification = { purposes: ["not_me"], method: "not_me", page: disownType };

/** @throws AuthError validation_failed for a type that no email of this server has */
export function findVerification(type: string | undefined): Verification {
  const known = Object.hasOwn(verifications, type ?? "") ? verifications[type ?? ""] : undefined;
  if (known !== undefined) return known;
  // The type is known, but this server emails no such links.
  if (type === "invite") throw new AuthError("otp_expired");
  throw new AuthError("validation_failed", { message: "Verify requires a verification type" });
}

function findLinkPageVerification(type: string | undefined): Verification {
  return type === disownType ? disowning : findVerification(type);
}

function findLinkVerification(type: string): Verification | undefined {
  try {
    return findLinkPageVerification(type);
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

/**
 * The page of an emailed link. It shows what its button does, or that the link no longer works. Opening a link changes
 * nothing, because mail scanners open links automatically.
 */
export async function showVerifyPage(deps: AuthDeps, c: AuthContext): Promise<Response> {
  const { token = "", type = "", redirect_to } = c.req.query();
  const verification = findLinkVerification(type);
  const link = verification && (await describeLink(deps, { linkToken: token, verification }));
  const model: EmailedLinkPageModel = link
    ? {
        state: "ask",
        ...link,
        fields: { token, type, ...(redirect_to !== undefined && { redirect_to }) },
      }
    : { state: "dead", type: verification?.page };
  const { web, config } = deps;
  return htmlResponse(c, await web.pages.emailedLink(model, web.assets), {
    styles: web.styleHashes,
    headers: { "Referrer-Policy": "no-referrer" },
    leadsTo: redirectTarget(config, redirect_to),
  });
}

/**
 * An emailed link's purpose, its address, and whether the account itself requested it or anyone who knows the address.
 */
type LinkPurpose = { purpose: EmailedLinkPurpose; address: string; asked_by_account: boolean };

/** Tells what following a link would do; undefined if the link no longer works. Read-only. */
async function describeLink(
  deps: Pick<AuthDeps, "db" | "clock" | "config">,
  { linkToken, verification }: { linkToken: string; verification: Verification },
): Promise<LinkPurpose | undefined> {
  const { db, clock } = deps;
  const now = clock.now();
  const token = await findTokenByLink(db, linkHash(withoutPkcePrefix(linkToken)));
  const flow = token && (await findFlow(db, token.flow_state_id));
  if (!flow || token.expires_at <= now || !isForLink(flow, linkToken)) return undefined;
  const { purpose } = token;
  if (!verification.purposes.includes(purpose) || purpose === "reauthentication") return undefined;
  const { asked_by_account } = flow;
  if (purpose === "magiclink") {
    const effect = await findMagicLinkEffect(db, deps, flow);
    return effect && { purpose: findLinkPurpose(effect), address: flow.email, asked_by_account };
  }
  const user = token.user_id === null ? undefined : await findUser(db, token.user_id);
  if (!user || !(await isStillValid(db, user, token, { flow, now }))) return undefined;
  const address = await findLinkAddress(db, token, flow);
  return address === undefined ? undefined : { purpose, address, asked_by_account };
}

function findLinkPurpose(
  effect: Awaited<ReturnType<typeof findMagicLinkEffect>>,
): EmailedLinkPurpose {
  if (typeof effect !== "object") return "magiclink_new";
  return effect.user.email_proven_at === null ? "magiclink_unproven" : "magiclink";
}

/**
 * The new address for the confirmations of a change of address, otherwise the account's. If the new address was taken
 * in the meantime, only its own link shows that; the link to the present address does not.
 */
async function findLinkAddress(
  db: Db,
  { purpose, relates_to }: OneTimeTokenRow,
  flow: FlowRow,
): Promise<string | undefined> {
  if (purpose === "email_change_old") return flow.email;
  if (purpose !== "email_change_new") return relates_to;
  return (await findUserByEmail(db, flow.email)) ? undefined : flow.email;
}

/**
 * Does what the button of the page does. The response is always a redirect, so that a person sees a page and not JSON.
 */
export async function followVerifyLink(
  deps: AuthDeps,
  c: AuthContext,
  caller: Caller,
): Promise<Response> {
  let target = redirectTarget(deps.config, undefined);
  let linkToken = "";
  let location: URL;
  try {
    const form = await readForm(c.req.raw);
    linkToken = form.get("token") ?? "";
    target = redirectTarget(deps.config, form.get("redirect_to"));
    await requireAllowedFrom(deps.limiter, "auth_attempts", "proof", caller);
    const verification = findLinkPageVerification(form.get("type"));
    location = await followLink(deps, { linkToken, verification, target, caller });
  } catch (error) {
    const refusal = toAuthError(error, c.var.log ?? deps.log);
    location = withError(target, refusal, linkToken.startsWith(pkcePrefix));
  }
  return redirectTo(location, 303);
}

/** The page that says that everybody was signed out, and offers a recovery email. */
const signedOutPath = `${paths.auth}?mode=signed-out`;

/**
 * Follows a link, and returns the address to which the browser is sent. With PKCE it has a code for the browser that
 * asked and, after the `#`, a token with which any other browser can recover the account. Without PKCE, a sign-up's has
 * only that token, and any other the session's tokens.
 * @throws AuthError otp_expired, user_banned
 */
async function followLink(
  deps: AuthDeps,
  {
    linkToken,
    verification,
    target,
    caller,
  }: { linkToken: string; verification: Verification; target: URL; caller: Caller },
): Promise<URL> {
  const redeemed = await redeem(deps, { by: "link", linkToken, verification }, caller);
  if ("refused" in redeemed) {
    throw new AuthError("otp_expired", { message: "Email link is invalid or has expired" });
  }
  if ("signedOutEverywhere" in redeemed) return new URL(`${deps.config.publicUrl}${signedOutPath}`);
  if ("handedOver" in redeemed) {
    const { authCode: code, recoveryToken: tokenHash } = redeemed.handedOver;
    const url = code === undefined ? target : withQuery(target, { code });
    if (tokenHash === undefined) return url;
    return withFragment(url, { token_hash: tokenHash, type: "recovery" });
  }
  if ("awaitsOtherAddress" in redeemed) {
    const awaiting = { message: firstConfirmationMessage };
    const message = withFragment(target, awaiting);
    return linkToken.startsWith(pkcePrefix) ? withQuery(message, awaiting) : message;
  }
  const answer = await sessionAnswer(deps, redeemed.signedIn);
  return withSession(target, answer, { type: redeemed.type });
}

/** The client library looks for errors after the `#` and, with PKCE, in the query as well. */
function withError(target: URL, error: AuthError, isPkce: boolean): URL {
  const parameters = {
    error: error.status >= 500 ? "server_error" : "access_denied",
    error_code: error.code,
    error_description: error.message,
  };
  const url = withFragment(target, parameters);
  return isPkce ? withQuery(url, parameters) : url;
}
