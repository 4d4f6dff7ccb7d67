import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import { readChallenge } from "../http/pkce.ts";
import { userBody } from "../http/request-bodies.ts";
import { json, readInput } from "../http/wire.ts";
import { requireAllowedFrom } from "../limits.ts";
import { redirectTarget } from "../links/redirect-target.ts";
import { requestReauthentication } from "../reauthentication.ts";
import { findUserView } from "../user-view.ts";
import { updateUser } from "./update-user.ts";

export function userRoutes(api: AuthApi, deps: AuthDeps): void {
  api.onSignedIn("GET", "/user", async (_c, session) => {
    const user = await findUserView(deps.db, session.user_id);
    if (!user) throw new AuthError("session_not_found");
    return json(user);
  });
  api.onSignedIn("PUT", "/user", async (c, session, caller) => {
    await requireAllowedFrom(deps.limiter, "auth_calls", "account", caller);
    const { email, password, current_password, nonce, data, ...challenge } = await readInput(
      c,
      userBody,
    );
    const changes = {
      email,
      password,
      current_password,
      nonce,
      data,
      redirect_to: redirectTarget(deps.config, c.req.query("redirect_to")),
      challenge: readChallenge(challenge),
    };
    return json(await updateUser(deps, { session, changes, caller }));
  });

  api.onSignedIn("GET", "/reauthenticate", async (_c, session, caller) => {
    await requestReauthentication(deps, { session, caller });
    return json({});
  });
}
