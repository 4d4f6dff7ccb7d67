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
