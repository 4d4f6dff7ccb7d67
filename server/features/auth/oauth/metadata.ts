import type { Hono } from "hono";
import { appScopes, readScopes } from "#contract/auth/scopes.ts";
import { mcpPath } from "#contract/paths.ts";
import { tokenIssuer } from "#server/access/signing-keys.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { json } from "../http/wire.ts";
import { preflight } from "./cross-origin.ts";

/** What this server offers to apps, as one document for RFC 8414 and OpenID Connect Discovery. */
export async function serverMetadata({ config, keys }: Pick<AuthDeps, "config" | "keys">) {
  const issuer = tokenIssuer(config.publicUrl);
  const published = await keys.publish();
  const clientMethods = ["none", "client_secret_basic", "client_secret_post"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    registration_endpoint: config.authOauthRegistration
      ? `${issuer}/oauth/clients/register`
      : undefined,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: appScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: clientMethods,
    revocation_endpoint_auth_methods_supported: clientMethods,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(published.keys.map(({ alg }) => alg))],
    claims_supported: [
      "sub",
      "iss",
      "aud",
      "exp",
      "iat",
      "auth_time",
      "nonce",
      "email",
      "email_verified",
      "name",
    ],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** Tells refused assistants which server can authorize them (RFC 9728). */
function mcpMetadata(publicUrl: string) {
  return {
    resource: `${publicUrl}${mcpPath}`,
    authorization_servers: [tokenIssuer(publicUrl)],
    scopes_supported: readScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Paraline",
  };
}

export const mcpMetadataPath = `/.well-known/oauth-protected-resource${mcpPath}`;

/**
 * The addresses at which RFC 8414 and RFC 9728 look for what a server offers: the well-known path comes before the path
 * of the described resource. The answers may be cached for a while.
 */
export function wellKnownRoutes(app: Hono<AppEnv>, deps: Pick<AuthDeps, "config" | "keys">): void {
  const documents: Record<string, () => unknown> = {
    "/.well-known/oauth-authorization-server/auth/v1": () => serverMetadata(deps),
    "/.well-known/openid-configuration/auth/v1": () => serverMetadata(deps),
    [mcpMetadataPath]: () => mcpMetadata(deps.config.publicUrl),
  };
  for (const [path, read] of Object.entries(documents)) {
    app.get(path, async () => {
      const headers = new Headers({
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "public, max-age=600",
      });
      return json(await read(), 200, headers);
    });
    app.options(path, () => preflight("GET"));
  }
}
