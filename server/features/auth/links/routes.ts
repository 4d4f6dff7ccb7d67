import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import type { AuthApi } from "../http/auth-api.ts";
import { readChallenge } from "../http/pkce.ts";
import { mailBody, otpBody, resendBody, verifyBody } from "../http/request-bodies.ts";
import { type AuthContext, json, readInput } from "../http/wire.ts";
import { requireAllowedFrom } from "../limits.ts";
import { countTypedCode } from "./count-typed-code.ts";
import { findVerification, followVerifyLink, showVerifyPage } from "./link-page.ts";
import { requestMagicLink } from "./magic-links.ts";
import { answerProof } from "./redeem.ts";
import { redirectTarget } from "./redirect-target.ts";
import { requestRecovery, resendProof } from "./request-recovery-or-proof.ts";

export function linkRoutes(api: AuthApi, deps: AuthDeps): void {
  api.on("POST", "/recover", async (c, caller) => {
    await requireAllowedFrom(deps.limiter, "auth_attempts", "recovery", caller);
    const body = await readInput(c, mailBody);
    await requireCaptcha(deps, body, caller);
    await requestRecovery(deps, {
      email: requireEmail(body.email),
      redirect_to: redirectTarget(deps.config, c.req.query("redirect_to")),
      challenge: readChallenge(body),
      caller,
    });
    return json({});
  });

  api.on("POST", "/otp", async (c, caller) => {
    await requireAllowedFrom(deps.limiter, "auth_attempts", "sign-in link", caller);
    const body = await readInput(c, otpBody);
    const { email, phone, create_user, data } = body;
    await requireCaptcha(deps, body, caller);
    if (phone && !email) throw new AuthError("phone_provider_disabled", { status: 400 });
    await requestMagicLink(deps, {
      email: requireEmail(email),
      create_user: create_user ?? true,
      data: data ?? {},
      redirect_to: redirectTarget(deps.config, c.req.query("redirect_to")),
      challenge: readChallenge(body),
      caller,
    });
    return json({});
  });

  api.on("POST", "/resend", async (c, caller) => {
    await requireAllowedFrom(deps.limiter, "auth_attempts", "resend", caller);
    const body = await readInput(c, resendBody);
    const { email, phone, type } = body;
    const session = await findSession(deps, c);
    // A person who is signed in to the account needs no captcha, and the pages from which they ask have no widget.
    if (session === undefined || session.email !== email) {
      await requireCaptcha(deps, body, caller);
    }
    if (type === "sms" || type === "phone_change" || (phone && !email)) {
      throw new AuthError("phone_provider_disabled", { status: 400 });
    }
    if (type !== "signup" && type !== "email_change") {
      throw new AuthError("validation_failed", {
        message: "Missing one of these types: signup, email_change, sms, phone_change",
      });
    }
    await resendProof(deps, {
      type,
      email: requireEmail(email),
      redirect_to: redirectTarget(deps.config, c.req.query("redirect_to")),
      challenge: readChallenge(body),
      session,
    });
    return json({});
  });

  api.on("GET", "/verify", (c) => showVerifyPage(deps, c));
  api.on("POST", "/verify", async (c, caller) => {
    if (isPostedForm(c.req.raw)) return followVerifyLink(deps, c, caller);
    await requireAllowedFrom(deps.limiter, "auth_attempts", "proof", caller);
    const { type, token, token_hash, email, phone } = await readInput(c, verifyBody);
    if (type === "sms" || type === "phone_change" || (phone && !email && !token_hash)) {
      throw new AuthError("phone_provider_disabled", { status: 400 });
    }
    const verification = findVerification(type);
    const shown = readProof({ token, token_hash, email });
    const about = { verification, session: await findSession(deps, c) };
    if (shown.by === "token") return json(await answerProof(deps, { ...about, ...shown }, caller));
    const { isFromKnownNetwork, forgive } = await countTypedCode(deps, {
      email: shown.email,
      caller,
      about: verification.purposes.includes("magiclink") ? tooManySignInCodes : tooManyCodes,
    });
    const answer = await answerProof(deps, { ...about, ...shown, isFromKnownNetwork }, caller);
    await forgive();
    return json(answer);
  });
}

/** @throws AuthError validation_failed if neither proof is given, or both are */
function readProof({
  token,
  token_hash,
  email,
}: Record<"token" | "token_hash" | "email", string | undefined>) {
  if (token_hash && !token && !email) return { by: "token", linkToken: token_hash } as const;
  if (token && email && !token_hash) return { by: "code", code: token.trim(), email } as const;
  throw new AuthError("validation_failed", {
    message: "Verify requires either a token_hash, or a token and an email address.",
  });
}

const tooManyCodes =
  "Too many codes were typed for this address. The link in the email still works.";

/** A sign-in link works only in the browser that asked for it, and some of these emails contain no link. */
const tooManySignInCodes =
  "Too many codes were typed for this address. A link in the email still works in the browser that asked for it.";

/** The session of a call, if any. An invalid token counts as none, because these calls do not need a session. */
async function findSession(
  { sessions }: AuthDeps,
  c: AuthContext,
): Promise<AuthenticatedSession | undefined> {
  try {
    return await sessions.authenticate(c.req.header("authorization"));
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

function isPostedForm(request: Request): boolean {
  const type = request.headers.get("content-type") ?? "";
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
}

function requireEmail(email: string | undefined): string {
  if (email !== undefined) return email;
  throw new AuthError("validation_failed", { message: "An email address is required." });
}
