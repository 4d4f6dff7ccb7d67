import type { EmailedLinkPageModel, EmailedLinkType } from "#contract/pages.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import { readForm } from "#server/http/read-form.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { type AuthContext, redirectTo, toAuthError } from "../http/wire.ts";
import { requireAllowedFrom } from "../limits.ts";
import { disownSignIn, disownType, findDisowned } from "./disown-sign-in.ts";
import {
  describeLink,
  expiredLink,
  followLink,
  type LinkPurpose,
  withError,
} from "./follow-link.ts";
import { pkcePrefix } from "./one-time-tokens.ts";
import { redirectTarget } from "./redirect-target.ts";
import type { Verification } from "./verify-code.ts";

/**
 * The page of an emailed link. It shows what its button does, or that the link no longer works. Opening a link changes
 * nothing, because mail scanners open links automatically.
 */
export async function showVerifyPage(deps: AuthDeps, c: AuthContext): Promise<Response> {
  const { token = "", type = "", redirect_to } = c.req.query();
  const verification = findVerification(type);
  const link =
    type === disownType
      ? await describeDisowning(deps, token)
      : verification && (await describeLink(deps, { linkToken: token, verification }));
  const model: EmailedLinkPageModel = link
    ? {
        state: "ask",
        ...link,
        fields: { token, type, ...(redirect_to !== undefined && { redirect_to }) },
      }
    : { state: "dead", type: typeOfInvalidLink(type, verification) };
  const { web, config } = deps;
  return htmlResponse(c, await web.pages.emailedLink(model, web.assets), {
    styles: web.styleHashes,
    headers: { "Referrer-Policy": "no-referrer" },
    leadsTo: redirectTarget(config, redirect_to),
  });
}

async function describeDisowning(
  deps: AuthDeps,
  linkToken: string,
): Promise<LinkPurpose | undefined> {
  const address = await findDisowned(deps, linkToken);
  return address === undefined
    ? undefined
    : { purpose: disownType, address, asked_by_account: false };
}

function typeOfInvalidLink(
  type: string,
  verification: Verification | undefined,
): EmailedLinkType | undefined {
  return type === disownType ? disownType : verification && pageTypes[verification.method];
}

const pageTypes = {
  magiclink: "magiclink",
  "email/signup": "signup",
  recovery: "recovery",
  email_change: "email_change",
} as const;

/**
 * Does what the button of the page does. The response is always a redirect, so that a person sees a page and not JSON.
 */
export async function followVerifyLink(
  deps: AuthDeps,
  c: AuthContext,
  caller: Caller,
): Promise<Response> {
  let target = redirectTarget(deps.config, undefined);
  let isPkce = false;
  let location: URL;
  try {
    const form = await readForm(c.req.raw);
    const linkToken = form.get("token") ?? "";
    const redirectTo = form.get("redirect_to");
    target = redirectTarget(deps.config, redirectTo);
    isPkce = linkToken.startsWith(pkcePrefix);
    await requireAllowedFrom(deps.limiter, "auth_attempts", "proof", caller);
    const type = form.get("type");
    if (type === disownType) {
      location = await followDisowning(deps, { linkToken, caller });
    } else {
      const verification = verificationOf(type);
      if (linkToken === "") throw expiredLink();
      location = await followLink(deps, {
        linkToken,
        verification,
        redirect_to: redirectTo,
        caller,
      });
    }
  } catch (error) {
    location = withError(target, toAuthError(error, c.var.log ?? deps.log), isPkce);
  }
  return redirectTo(location, 303);
}

async function followDisowning(
  deps: AuthDeps,
  link: { linkToken: string; caller: Caller },
): Promise<URL> {
  const next = await disownSignIn(deps, link);
  if (next === undefined) throw expiredLink();
  return next;
}

function findVerification(type: string): Verification | undefined {
  try {
    return verificationOf(type);
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

/** @throws AuthError validation_failed for a type that no mail of this server has */
export function verificationOf(type: string | undefined): Verification {
  switch (type) {
    case "signup":
      return { purposes: ["signup"], method: "email/signup" };
    // The client library uses this name for either of the two purposes.
    case "email":
      return { purposes: ["signup", "magiclink"], method: "email/signup" };
    case "recovery":
      return { purposes: ["recovery"], method: "recovery" };
    case "email_change":
      return { purposes: ["email_change_new", "email_change_old"], method: "email_change" };
    case "magiclink":
      return { purposes: ["magiclink"], method: "magiclink" };
    case "invite":
      // The type is known, but this server mails no such links.
      throw new AuthError("otp_expired");
    default:
      throw new AuthError("validation_failed", { message: "Verify requires a verification type" });
  }
}

/** @throws AuthError validation_failed if neither proof is given, or both are */
export function readProof(given: {
  token: string | undefined;
  token_hash: string | undefined;
  email: string | undefined;
}): { linkToken: string } | { code: string; email: string } {
  const { token, token_hash, email } = given;
  if (token_hash && !token && !email) return { linkToken: token_hash };
  if (token && email && !token_hash) return { code: token.trim(), email };
  throw new AuthError("validation_failed", {
    message: "Verify requires either a token_hash, or a token and an email address.",
  });
}
