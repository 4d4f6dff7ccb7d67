import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { requireAllowedFrom } from "../limits.ts";
import type { AuthContext } from "../wire.ts";
import { expiredLink, followLink, withError } from "./follow-link.ts";
import { pkcePrefix } from "./one-time-tokens.ts";
import { redirectTarget } from "./redirect-target.ts";
import type { Proof, Verification } from "./verify-code.ts";

/** Always a redirect, so that whoever followed a link sees a page of ours and not JSON. */
export async function followVerifyLink(
  deps: AuthDeps,
  c: AuthContext,
  caller: Caller,
): Promise<Response> {
  const headers = new Headers({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  // Mail scanners look at links this way; nothing may come of it.
  if (c.req.method === "HEAD") return new Response(null, { status: 200, headers });

  const { token = "", type = "", redirect_to } = c.req.query();
  let location: URL;
  try {
    await requireAllowedFrom(deps.limiter, "auth_verify_by_address", caller);
    const verification = verificationOf(type);
    if (token === "") throw expiredLink();
    location = await followLink(deps, {
      link_token: token,
      verification,
      type,
      redirect_to,
      caller,
    });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    location = withError(
      redirectTarget(deps.config, redirect_to),
      error,
      token.startsWith(pkcePrefix),
    );
  }
  headers.set("Location", location.href);
  return new Response(null, { status: 303, headers });
}

/** @throws AuthError validation_failed for a type that no mail of ours has */
export function verificationOf(type: string | undefined): Verification {
  switch (type) {
    case "signup":
    case "email":
      return { purposes: ["signup"], method: "email/signup" };
    case "recovery":
      return { purposes: ["recovery"], method: "recovery" };
    case "email_change":
      return { purposes: ["email_change_new", "email_change_old"], method: "email_change" };
    case "magiclink":
    case "invite":
      // Known, but never mailed.
      throw new AuthError("otp_expired");
    default:
      throw new AuthError("validation_failed", { message: "Verify requires a verification type" });
  }
}

/** @throws AuthError validation_failed when neither is there, or both */
export function readProof(given: {
  token: string | undefined;
  token_hash: string | undefined;
  email: string | undefined;
}): Proof {
  const { token, token_hash, email } = given;
  if (token_hash && !token && !email) return { link_token: token_hash };
  if (token && email && !token_hash) return { code: token.trim(), email };
  throw new AuthError("validation_failed", {
    message: "Verify requires either a token_hash, or a token and an email address.",
  });
}
