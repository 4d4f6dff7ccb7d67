import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { requireCaptcha } from "./captcha/require-captcha.ts";
import type { AuthApi } from "./http/auth-api.ts";
import { readChallenge } from "./http/pkce.ts";
import {
  idTokenBody,
  passwordBody,
  pkceBody,
  refreshBody,
  signUpBody,
} from "./http/request-bodies.ts";
import { type AuthContext, json, noContent, readInput } from "./http/wire.ts";
import { requireAllowedFrom, requireChangeAllowed } from "./limits.ts";
import { answerProof } from "./links/redeem.ts";
import { redirectTarget } from "./links/redirect-target.ts";
import { requireStrongPassword } from "./passwords/password-rule.ts";
import { signIn } from "./passwords/sign-in.ts";
import { signUp } from "./passwords/sign-up.ts";
import { exchangeProviderCode } from "./providers/exchange-provider-code.ts";
import type { Providers } from "./providers/open-providers.ts";
import { linkByIdToken, signInByIdToken } from "./providers/sign-in-by-id-token.ts";
import { refreshSession } from "./sessions/refresh-session.ts";
import { signOut } from "./sessions/sign-out.ts";

export function tokenRoutes(api: AuthApi, deps: AuthDeps, providers: Providers): void {
  api.on("POST", "/token", async (c, caller) => {
    switch (c.req.query("grant_type")) {
      case "password": {
        const body = await readInput(c, passwordBody);
        const { email, phone, password } = body;
        await requireCaptcha(deps, body, caller);
        if (phone) throw new AuthError("phone_provider_disabled", { status: 400 });
        if (email === undefined || !password) {
          throw new AuthError("validation_failed", {
            message: email === undefined ? "missing email or phone" : "A password is required.",
          });
        }
        return json(await signIn(deps, { email, password, caller }));
      }
      case "refresh_token":
        return json(await refreshSession(deps, { ...(await readInput(c, refreshBody)), caller }));
      case "pkce": {
        await requireAllowedFrom(deps.limiter, "auth_attempts", "code exchange", caller);
        const given = await readInput(c, pkceBody);
        const answer = await exchangeProviderCode(deps, providers, { ...given, caller });
        return json(answer ?? (await answerProof(deps, { by: "exchange", ...given }, caller)));
      }
      case "id_token":
        return json(await useIdToken(deps, providers, c, caller));
      case "web3":
        throw new AuthError("web3_provider_disabled");
      default:
        throw new AuthError("validation_failed", { message: "unsupported_grant_type" });
    }
  });

  api.onSignedIn("POST", "/logout", async (c, session, caller) => {
    const scope = c.req.query("scope") ?? "global";
    if (scope !== "local") await requireChangeAllowed(deps.limiter, session);
    await signOut(deps, { session, scope, caller });
    return noContent();
  });
}

async function useIdToken(deps: AuthDeps, providers: Providers, c: AuthContext, caller: Caller) {
  const { link_identity, current_password, ...input } = await readInput(c, idTokenBody);
  if (!link_identity) {
    await requireCaptcha(deps, input, caller);
    return signInByIdToken(deps, providers, { input, caller });
  }
  const session = await deps.sessions.authenticate(c.req.header("authorization"));
  return linkByIdToken(deps, providers, { input, session, current_password, caller });
}

export function signUpRoutes(api: AuthApi, deps: AuthDeps): void {
  api.on("POST", "/signup", async (c, caller) => {
    await requireAllowedFrom(deps.limiter, "auth_attempts", "sign-up", caller);
    const body = await readInput(c, signUpBody);
    const { email, phone, password, data } = body;
    await requireCaptcha(deps, body, caller);
    if (email === undefined) {
      if (phone) throw new AuthError("phone_provider_disabled", { status: 400 });
      throw new AuthError("anonymous_provider_disabled");
    }
    const answer = await signUp(deps, {
      email,
      password: requireStrongPassword(deps.config, password),
      data: data ?? {},
      redirect_to: redirectTarget(deps.config, c.req.query("redirect_to")),
      challenge: readChallenge(body),
      caller,
    });
    return json(answer);
  });
}
