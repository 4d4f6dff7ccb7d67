import { Hono } from "hono";
import { AuthError } from "#server/access/auth-error.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { userRoutes } from "./account/routes.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { factorRoutes, recoveryCodeRoutes } from "./factors/routes.ts";
import { type AuthApi, createAuthApi } from "./http/auth-api.ts";
import { json } from "./http/wire.ts";
import { linkRoutes } from "./links/routes.ts";
import { onAnyOrigin } from "./oauth/cross-origin.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { openProviders } from "./providers/open-providers.ts";
import { providerRoutes } from "./providers/routes.ts";
import { authHealth, authSettings } from "./settings.ts";
import { signUpRoutes, tokenRoutes } from "./token-routes.ts";

/**
 * The routes of `/auth/v1`: accounts and sessions, in the dialect of `@supabase/auth-js`. Unknown paths are answered
 * with JSON too.
 */
export function authRoutes(deps: AuthDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const api = createAuthApi(app, deps);

  api.on("GET", "/health", () => json(authHealth));
  api.on("GET", "/settings", () => json(authSettings(deps.config, deps.texts)));
  onAnyOrigin(api, deps.log, "GET", "/.well-known/jwks.json", async () =>
    json(await deps.keys.publish(), 200, new Headers({ "Cache-Control": "public, max-age=600" })),
  );
  oauthRoutes(api, deps);
  signUpRoutes(api, deps);
  const providers = openProviders(deps);
  tokenRoutes(api, deps, providers);
  providerRoutes(api, deps, providers);
  linkRoutes(api, deps);
  userRoutes(api, deps);
  // These routes come before those of the factors, because some of their paths look like the id of a factor.
  recoveryCodeRoutes(api, deps);
  factorRoutes(api, deps);
  passkeyRoutes(api, deps);
  // The client library has a call for single sign-on, which this server does not offer.
  api.on("POST", "/sso", () => {
    throw new AuthError("saml_provider_disabled");
  });
  refuseAdministration(api);
  api.refuseOthers();
  return app;
}

/** Refuses the client library's calls for administrators. This server has none: operators use commands instead. */
function refuseAdministration(api: AuthApi): void {
  const refuse = () => {
    throw new AuthError("not_admin");
  };
  for (const method of ["GET", "POST", "PUT", "DELETE"]) api.onSignedIn(method, "/admin/*", refuse);
  api.onSignedIn("POST", "/invite", refuse);
}
