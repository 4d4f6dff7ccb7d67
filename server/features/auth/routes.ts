import { Hono } from "hono";
import { AuthError } from "#server/access/auth-error.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { userRoutes } from "./account/routes.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { recoveryCodeRoutes } from "./factors/recovery-codes/routes.ts";
import { factorRoutes } from "./factors/routes.ts";
import { type AuthApi, createAuthApi } from "./http/auth-api.ts";
import { refusals, refuseCallback, refuseProvider } from "./http/refusals.ts";
import { json } from "./http/wire.ts";
import { linkRoutes } from "./links/routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { signUpRoutes } from "./passwords/routes.ts";
import { authHealth, authSettings } from "./settings.ts";
import { tokenRoutes } from "./token-routes.ts";

/**
 * `/auth/v1`: accounts and sessions, in the dialect that `@supabase/auth-js` speaks. Answers every path below it, unknown
 * ones too, with JSON.
 */
export function authRoutes(deps: AuthDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const api = createAuthApi(app, deps);

  api.on("GET", "/health", () => json(authHealth));
  api.on("GET", "/settings", () => json(authSettings(deps.config, deps.texts)));
  api.on("GET", "/.well-known/jwks.json", async () =>
    json(await deps.keys.publish(), 200, new Headers({ "Cache-Control": "public, max-age=600" })),
  );
  signUpRoutes(api, deps);
  tokenRoutes(api, deps);
  linkRoutes(api, deps);
  userRoutes(api, deps);
  // Before the factors: some of these paths look like the id of one.
  refuseProviders(api);
  recoveryCodeRoutes(api, deps);
  factorRoutes(api, deps);
  passkeyRoutes(api, deps);
  api.refuseOthers();
  return app;
}

/** What belongs to signing in by others, or to letting others sign in here. */
function refuseProviders(api: AuthApi): void {
  api.onSignedIn("GET", "/user/oauth/grants", () => json([]));
  api.onSignedIn("DELETE", "/user/oauth/grants", () => {
    throw new AuthError("oauth_client_not_found", { status: 404 });
  });

  api.on("GET", "/authorize", (c) => refuseProvider(c.req.query("provider")));
  api.on("GET", "/callback", (c) => refuseCallback(c.req.query("state")));
  api.on("POST", "/callback", (c) => refuseCallback(c.req.query("state")));
  // RFC 6749, 5.2: this one has errors of its own.
  api.on("POST", "/oauth/token", () =>
    json({ error: "invalid_client", error_description: "No apps are registered here." }, 400),
  );
  for (const { method, path, bearer, code } of refusals) {
    const refuse = () => {
      throw new AuthError(code);
    };
    if (bearer) api.onSignedIn(method, path, refuse);
    else api.on(method, path, refuse);
  }
}
