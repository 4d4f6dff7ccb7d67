import { type Context, Hono } from "hono";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { isUuid } from "#server/db/uuid.ts";
import { addressKey } from "#server/http/limits.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { unlinkIdentity } from "./account/unlink-identity.ts";
import { updateUser } from "./account/update-user.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import {
  emptyBody,
  factorBody,
  factorCodeBody,
  idTokenBody,
  mailBody,
  passwordBody,
  pkceBody,
  refreshBody,
  resendBody,
  signUpBody,
  userBody,
  verifyBody,
} from "./bodies.ts";
import { challengeFactor } from "./factors/challenge-factor.ts";
import { enrolTotp } from "./factors/enrol-factor.ts";
import { removeFactor } from "./factors/remove-factor.ts";
import { verifyFactor } from "./factors/verify-factor.ts";
import { type AuthLimitName, requireAllowed } from "./limits.ts";
import { recover, resend } from "./links/ask-for-mail.ts";
import { exchangeCode } from "./links/exchange-code.ts";
import { readChallenge } from "./links/pkce.ts";
import { redirectTarget } from "./links/redirect-target.ts";
import { verifyProof } from "./links/verify-code.ts";
import { followVerifyLink, readProof, verificationOf } from "./links/verify-requests.ts";
import { requireStrongPassword } from "./passwords/password-rule.ts";
import { signIn } from "./passwords/sign-in.ts";
import { signUp } from "./passwords/sign-up.ts";
import { refusals, refuseCallback, refuseIdToken, refuseProvider } from "./refusals.ts";
import { refreshSession } from "./sessions/refresh-session.ts";
import { signOut } from "./sessions/sign-out.ts";
import { authHealth, authSettings } from "./settings.ts";
import { findUserView } from "./user-view.ts";
import { type AuthContext, errorAnswer, json, readCaller, readInput } from "./wire.ts";

type Handler = (c: AuthContext, caller: Caller) => Promise<Response> | Response;

/**
 * `/auth/v1`: accounts and sessions, in the dialect that `@supabase/auth-js` speaks. Answers every path below it, unknown
 * ones too, with JSON.
 */
export function authRoutes(deps: AuthDeps): Hono<AppEnv> {
  const { config } = deps;
  const app = new Hono<AppEnv>();
  app.onError((error, c) => errorAnswer(c, error, c.var.log ?? deps.log));

  const methodsByPath = new Map<string, string[]>();
  const on = (method: string, path: string, handle: Handler) => {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
    app.on(method, path, (c) => handle(c, readCaller(c, config.trust_proxy)));
  };
  const onSignedIn = (
    method: string,
    path: string,
    handle: (
      c: AuthContext,
      session: AuthenticatedSession,
      caller: Caller,
    ) => Promise<Response> | Response,
  ) =>
    on(method, path, async (c, caller) =>
      handle(c, await deps.sessions.authenticate(c.req.header("authorization")), caller),
    );
  const limited = (name: AuthLimitName, caller: Caller) =>
    requireAllowed(deps.limiter, name, addressKey(caller.address));
  const redirectTo = (c: AuthContext) => redirectTarget(config, c.req.query("redirect_to"));

  on("GET", "/health", () => json(authHealth));
  on("GET", "/settings", () => json(authSettings(config)));
  on("GET", "/.well-known/jwks.json", async () =>
    json(await deps.keys.publish(), 200, new Headers({ "Cache-Control": "public, max-age=600" })),
  );

  on("POST", "/signup", async (c, caller) => {
    await limited("auth_sign_up_by_address", caller);
    const { email, phone, password, data, ...challenge } = await readInput(c, signUpBody);
    if (email === undefined) {
      if (phone) throw new AuthError("phone_provider_disabled", { status: 400 });
      throw new AuthError("anonymous_provider_disabled");
    }
    const answer = await signUp(deps, {
      email,
      password: requireStrongPassword(password),
      data: data ?? {},
      redirect_to: redirectTo(c),
      challenge: readChallenge(challenge),
      caller,
    });
    return json(answer);
  });

  on("POST", "/token", async (c, caller) => {
    switch (c.req.query("grant_type")) {
      case "password": {
        const { email, phone, password } = await readInput(c, passwordBody);
        if (phone) throw new AuthError("phone_provider_disabled", { status: 400 });
        if (email === undefined || !password) {
          throw new AuthError("validation_failed", {
            message: "An email address and a password are required.",
          });
        }
        return json(await signIn(deps, { email, password, caller }));
      }
      case "refresh_token":
        return json(await refreshSession(deps, { ...(await readInput(c, refreshBody)), caller }));
      case "pkce": {
        await limited("auth_pkce_by_address", caller);
        return json(await exchangeCode(deps, { ...(await readInput(c, pkceBody)), caller }));
      }
      case "id_token":
        return refuseIdToken(await readInput(c, idTokenBody));
      case "web3":
        throw new AuthError("web3_provider_disabled");
      default:
        throw new AuthError("validation_failed", { message: "unsupported_grant_type" });
    }
  });

  onSignedIn("POST", "/logout", async (c, session, caller) => {
    await signOut(deps, { session, scope: c.req.query("scope") ?? "global", caller });
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  });

  on("POST", "/recover", async (c, caller) => {
    await limited("auth_recover_by_address", caller);
    const { email, phone: _ignored, ...challenge } = await readInput(c, mailBody);
    await recover(deps, {
      email: requireEmail(email),
      redirect_to: redirectTo(c),
      challenge: readChallenge(challenge),
      caller,
    });
    return json({});
  });

  on("POST", "/resend", async (c, caller) => {
    await limited("auth_resend_by_address", caller);
    const { email, phone, type, ...challenge } = await readInput(c, resendBody);
    if (type === "sms" || type === "phone_change" || (phone && !email)) {
      throw new AuthError("phone_provider_disabled", { status: 400 });
    }
    if (type !== "signup" && type !== "email_change") {
      throw new AuthError("validation_failed", { message: "type must be signup or email_change." });
    }
    await resend(deps, {
      type,
      email: requireEmail(email),
      redirect_to: redirectTo(c),
      challenge: readChallenge(challenge),
      caller,
    });
    return json({});
  });

  on("GET", "/verify", (c, caller) => followVerifyLink(deps, c, caller));
  on("POST", "/verify", async (c, caller) => {
    await limited("auth_verify_by_address", caller);
    const { type, token, token_hash, email, phone } = await readInput(c, verifyBody);
    if (type === "sms" || type === "phone_change" || (phone && !email && !token_hash)) {
      throw new AuthError("phone_provider_disabled", { status: 400 });
    }
    const verification = verificationOf(type);
    const proof = readProof({ token, token_hash, email });
    return json(await verifyProof(deps, { verification, proof, caller }));
  });

  onSignedIn("GET", "/user", async (_c, session) => {
    const user = await findUserView(deps.db, session.user_id);
    if (!user) throw new AuthError("session_not_found");
    return json(user);
  });
  onSignedIn("PUT", "/user", async (c, session, caller) => {
    await limited("auth_user_update_by_address", caller);
    const { email, password, current_password, data, ...challenge } = await readInput(c, userBody);
    const changes = {
      email,
      password,
      current_password,
      data,
      redirect_to: redirectTo(c),
      challenge: readChallenge(challenge),
    };
    return json(await updateUser(deps, { session, changes, caller }));
  });

  onSignedIn("GET", "/user/identities/authorize", (c) => refuseProvider(c.req.query("provider")));
  onSignedIn("DELETE", "/user/identities/:id", async (c, session, caller) => {
    await unlinkIdentity(deps, { session, identity_id: idIn(c), caller });
    return json({});
  });
  onSignedIn("GET", "/user/oauth/grants", () => json([]));
  onSignedIn("DELETE", "/user/oauth/grants", () => {
    throw new AuthError("oauth_client_not_found", { status: 404 });
  });

  on("GET", "/authorize", (c) => refuseProvider(c.req.query("provider")));
  on("GET", "/callback", (c) => refuseCallback(c.req.query("state")));
  on("POST", "/callback", (c) => refuseCallback(c.req.query("state")));
  // RFC 6749, 5.2: this one has errors of its own.
  on("POST", "/oauth/token", () =>
    json({ error: "invalid_client", error_description: "No apps are registered here." }, 400),
  );
  for (const { method, path, bearer, code } of refusals) {
    const refuse = () => {
      throw new AuthError(code);
    };
    if (bearer) onSignedIn(method, path, refuse);
    else on(method, path, refuse);
  }

  onSignedIn("POST", "/factors", async (c, session, caller) => {
    const { factor_type, friendly_name = "", issuer } = await readInput(c, factorBody);
    if (factor_type === "phone") throw new AuthError("mfa_phone_enroll_not_enabled");
    if (factor_type === "webauthn") throw new AuthError("mfa_webauthn_enroll_not_enabled");
    if (factor_type !== "totp") {
      throw new AuthError("validation_failed", { message: "factor_type needs to be totp." });
    }
    return json(
      await enrolTotp(deps, { session, friendly_name, issuer: issuer || undefined, caller }),
    );
  });
  onSignedIn("POST", "/factors/:id/challenge", async (c, session, caller) => {
    const factor_id = idIn(c);
    await readInput(c, emptyBody);
    return json(await challengeFactor(deps, { session, factor_id, caller }));
  });
  onSignedIn("POST", "/factors/:id/verify", async (c, session, caller) => {
    const factor_id = idIn(c);
    const { challenge_id, code } = await readInput(c, factorCodeBody);
    if (!isUuid(challenge_id)) throw new AuthError("mfa_factor_not_found", { status: 422 });
    const typed = code.replaceAll(/\s/g, "");
    return json(
      await verifyFactor(deps, { session, factor_id, challenge_id, code: typed, caller }),
    );
  });
  onSignedIn("DELETE", "/factors/:id", async (c, session, caller) => {
    const factor_id = idIn(c);
    await removeFactor(deps, { session, factor_id, caller });
    return json({ id: factor_id });
  });

  for (const [path, methods] of methodsByPath) {
    app.all(path, (c) => {
      const answer = errorAnswer(c, new AuthError("method_not_allowed"), deps.log);
      answer.headers.set("Allow", methods.join(", "));
      return answer;
    });
  }
  app.all("*", () => {
    throw new AuthError("not_found");
  });
  return app;
}

function requireEmail(email: string | undefined): string {
  if (email !== undefined) return email;
  throw new AuthError("validation_failed", { message: "An email address is required." });
}

/** @throws AuthError validation_failed (404) for what cannot be an id */
function idIn(c: Context): string {
  const id = c.req.param("id");
  if (isUuid(id)) return id.toLowerCase();
  throw new AuthError("validation_failed", { status: 404, message: "This is not an id." });
}
