import { z } from "zod";
import { AuthError } from "#server/access/auth-error.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import {
  type AuthContext,
  errorAnswer,
  json,
  noContent,
  passwordField,
  readInput,
  redirectTo,
  requiredText,
} from "../http/wire.ts";
import { requireAllowedFrom, requireChangeAllowed } from "../limits.ts";
import { userinfo } from "./app-tokens.ts";
import { authenticateClient } from "./authenticate-client.ts";
import { authorize } from "./authorize.ts";
import { answerAuthorization, readAuthorization } from "./consent.ts";
import { onAnyOrigin } from "./cross-origin.ts";
import { listOwnGrants, revokeGrant, revokeToken } from "./grants.ts";
import { issueTokens } from "./issue-tokens.ts";
import { serverMetadata } from "./metadata.ts";
import { answerApp, OAuthError, readBodyParameters, readQuery } from "./oauth-dialect.ts";
import { registerClient, registrationBody } from "./register-client.ts";

const consentBody = z.object({
  action: requiredText("action", 16),
  current_password: passwordField,
});

/**
 * The routes by which apps are connected: this server is the authorization server of OAuth 2.1 and a provider of OpenID
 * Connect.
 */
export function oauthRoutes(api: AuthApi, deps: AuthDeps): void {
  const { log, limiter, config } = deps;
  const open = (method: "GET" | "POST", path: string, handle: Parameters<AuthApi["on"]>[2]) =>
    onAnyOrigin(api, log, method, path, handle);

  const metadata = async () =>
    json(await serverMetadata(deps), 200, new Headers({ "Cache-Control": "public, max-age=600" }));
  open("GET", "/.well-known/oauth-authorization-server", metadata);
  open("GET", "/.well-known/openid-configuration", metadata);

  open("POST", "/oauth/clients/register", async (c, caller) => {
    if (!config.authOauthRegistration) {
      throw new AuthError("oauth_dynamic_client_registration_disabled");
    }
    await requireAllowedFrom(limiter, "auth_app_registrations", "app", caller);
    try {
      return json(await registerClient(deps, await readInput(c, registrationBody)), 201);
    } catch (error) {
      return registrationError(c, deps, error);
    }
  });

  api.on("GET", "/oauth/authorize", async (c, caller) => {
    await requireAllowedFrom(limiter, "auth_calls", "app request", caller);
    return redirectTo(await authorize(deps, readAuthorizeQuery(c)), 302);
  });

  api.onSignedIn("GET", "/oauth/authorizations/:id", async (c, session, caller) => {
    requireOwnOrigin(c, config.publicUrl);
    await requireChangeAllowed(limiter, session);
    const publicId = c.req.param("id") ?? "";
    return json(await readAuthorization(deps, { session, publicId, caller }));
  });
  api.onSignedIn("POST", "/oauth/authorizations/:id/consent", async (c, session, caller) => {
    requireOwnOrigin(c, config.publicUrl);
    await requireChangeAllowed(limiter, session);
    const { action, current_password } = await readInput(c, consentBody);
    if (action !== "approve" && action !== "deny") {
      throw new AuthError("validation_failed", { message: "action must be approve or deny." });
    }
    const publicId = c.req.param("id") ?? "";
    const isApproved = action === "approve";
    return json(
      await answerAuthorization(deps, { session, publicId, isApproved, current_password, caller }),
    );
  });

  open("POST", "/oauth/token", (c, caller) =>
    answerApp(c, log, async () => {
      try {
        const parameters = await readBodyParameters(c);
        const client = await authenticateClient(deps, c, parameters);
        const tokens = await issueTokens(deps, { client, parameters, caller });
        return json(tokens, 200, new Headers({ Pragma: "no-cache" }));
      } catch (error) {
        if (error instanceof OAuthError && error.code.startsWith("invalid_")) {
          await requireAllowedFrom(limiter, "auth_calls", "app failure", caller);
        }
        throw error;
      }
    }),
  );
  api.on("POST", "/oauth/revoke", (c, caller) =>
    answerApp(c, log, async () => {
      await requireAllowedFrom(limiter, "auth_calls", "revocation", caller);
      const parameters = await readBodyParameters(c);
      const client = await authenticateClient(deps, c, parameters);
      await revokeToken(deps, { client, parameters, caller });
      return new Response(null, { status: 200, headers: { "Cache-Control": "no-store" } });
    }),
  );

  open("GET", "/oauth/userinfo", (c) => userinfo(deps, c));

  api.onSignedIn("GET", "/user/oauth/grants", async (_c, session) =>
    json(await listOwnGrants(deps.db, session)),
  );
  api.onSignedIn("DELETE", "/user/oauth/grants", async (c, session, caller) => {
    const clientId = c.req.query("client_id");
    if (!isUuid(clientId)) {
      throw new AuthError("validation_failed", { message: "client_id must be the id of an app." });
    }
    await requireChangeAllowed(limiter, session);
    await revokeGrant(deps, { session, client_id: clientId, caller });
    return noContent();
  });
}

/** Until the server knows which app made the request, errors are shown to the sender of the request. */
function readAuthorizeQuery(c: AuthContext) {
  try {
    return readQuery(c);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new AuthError("validation_failed", { message: error.message, cause: error });
  }
}

/**
 * Requires that the call comes from this server's own page, which asks the owner for consent.
 * @throws AuthError validation_failed (403)
 */
function requireOwnOrigin(c: AuthContext, publicUrl: string): void {
  const origin = c.req.header("origin");
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  throw new AuthError("validation_failed", {
    status: 403,
    message: "This can only be done from this server's own pages.",
  });
}

/** The refusal of a registration in this server's format, with the fields of RFC 7591, 3.2.2. */
async function registrationError(
  c: AuthContext,
  { log }: Pick<AuthDeps, "log">,
  thrown: unknown,
): Promise<Response> {
  const answer = errorAnswer(c, thrown, c.var.log ?? log);
  if (!(thrown instanceof AuthError) || answer.status >= 500) return answer;
  const body = (await answer.json()) as Record<string, unknown>;
  const isRedirect = /redirect/i.test(thrown.message);
  const error = isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata";
  return json({ ...body, error, error_description: thrown.message }, answer.status, answer.headers);
}
