import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import type { AuthApi } from "../http/auth-api.ts";
import { readChallenge } from "../http/pkce.ts";
import { signUpBody } from "../http/request-bodies.ts";
import { json, readInput } from "../http/wire.ts";
import { requireAllowedFrom } from "../limits.ts";
import { redirectTarget } from "../links/redirect-target.ts";
import { requireStrongPassword } from "./password-rule.ts";
import { signUp } from "./sign-up.ts";

export function signUpRoutes(api: AuthApi, deps: AuthDeps): void {
  api.on("POST", "/signup", async (c, caller) => {
    await requireAllowedFrom(deps.limiter, "auth_sign_up_by_address", caller);
    const {
      email,
      phone,
      password,
      data,
      gotrue_meta_security: token,
      ...challenge
    } = await readInput(c, signUpBody);
    await requireCaptcha(deps, { token, caller });
    if (email === undefined) {
      if (phone) throw new AuthError("phone_provider_disabled", { status: 400 });
      throw new AuthError("anonymous_provider_disabled");
    }
    const answer = await signUp(deps, {
      email,
      password: requireStrongPassword(password),
      data: data ?? {},
      redirect_to: redirectTarget(deps.config, c.req.query("redirect_to")),
      challenge: readChallenge(challenge),
      caller,
    });
    return json(answer);
  });
}
