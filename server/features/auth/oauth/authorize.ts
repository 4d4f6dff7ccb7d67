import { randomUUID } from "node:crypto";
import { type AppScope, isAppScope, readScopes } from "#contract/auth/scopes.ts";
import { consentPath, mcpPath } from "#contract/paths.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { createSecret, secretHash } from "./authenticate-client.ts";
import { OAuthError, type Parameters } from "./oauth-dialect.ts";
import { findClient, insertAuthorization } from "./queries.ts";
import { isOnDevice, isRegistered } from "./redirect-uris.ts";

const requestMinutes = 10;
/** The longest text that is stored for an app. It is limited because anyone may make requests. */
const keptCharacters = 1024;

/**
 * Stores an app's request, and sends the browser to the page that asks for consent. Errors are not sent to the app:
 * anyone can register an address, so nobody is sent to one before they have seen that page.
 */
export async function authorize(
  deps: Pick<AuthDeps, "db" | "clock" | "config">,
  parameters: Parameters,
): Promise<URL> {
  const { db, clock, config } = deps;
  const clientId = parameters.get("client_id");
  const client = isUuid(clientId) ? await findClient(db, clientId) : undefined;
  if (!client) throw new AuthError("oauth_client_not_found");
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (!isRegistered(client.redirect_uris, redirectUri)) {
    throw new AuthError("validation_failed", {
      message: "redirect_uri is not an address that this app has registered.",
    });
  }
  try {
    const asked = readRequest(config.publicUrl, parameters);
    const now = clock.now();
    const publicId = createSecret();
    await insertAuthorization(db, {
      id: randomUUID(),
      public_id_hash: secretHash("authorization", publicId),
      client_id: client.id,
      redirect_uri: redirectUri,
      ...asked,
      // Another program may use the id of an app that has no secret or runs on the owner's device, so the owner decides
      // each time.
      always_asks: client.auth_method === "none" || isOnDevice(redirectUri) || asked.always_asks,
      status: "pending",
      expires_at: new Date(now.getTime() + requestMinutes * minuteMs),
      created_at: now,
    });
    return new URL(consentPath(publicId), config.publicUrl);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new AuthError("validation_failed", { message: error.message, cause: error });
  }
}

function readRequest(publicUrl: string, parameters: Parameters) {
  const refuse = (description: string): never => {
    throw new OAuthError("invalid_request", description);
  };
  if (parameters.get("response_type") !== "code") refuse("response_type must be code.");
  if (parameters.has("request") || parameters.has("request_uri")) {
    refuse("Request objects are not supported.");
  }
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    refuse("response_mode must be query.");
  }
  for (const name of ["state", "nonce"]) {
    const length = parameters.get(name)?.length ?? 0;
    if (length > keptCharacters) refuse(`${name} may have at most ${keptCharacters} characters.`);
  }
  const challenge = parameters.get("code_challenge");
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    return refuse("PKCE is required: code_challenge must be the SHA-256 of a code_verifier.");
  }
  if (parameters.get("code_challenge_method") !== "S256") {
    refuse("code_challenge_method must be S256.");
  }
  const prompts = (parameters.get("prompt") ?? "").split(" ");
  // Only the consent page can find out who is signed in; this call cannot.
  if (prompts.includes("none")) refuse("prompt=none is not supported: the owner has to be asked.");
  const resource = parameters.get("resource")?.replace(/\/$/, "");
  const resources = [publicUrl, `${publicUrl}${mcpPath}`, `${publicUrl}/api`];
  if (resource !== undefined && !resources.includes(resource)) {
    throw new OAuthError("invalid_target", "resource is not an address of this server.");
  }
  const isForAssistants = resource === `${publicUrl}${mcpPath}`;
  return {
    scopes: readScopeList(
      parameters.get("scope") ?? (isForAssistants ? readScopes.join(" ") : "email"),
    ),
    state: parameters.get("state") ?? null,
    nonce: parameters.get("nonce") ?? null,
    resource: resource ?? null,
    code_challenge: challenge,
    always_asks: prompts.includes("consent") || prompts.includes("login"),
  };
}

function readScopeList(text: string): AppScope[] {
  const names = [...new Set(text.split(" ").filter((name) => name !== ""))];
  const known = names.filter(isAppScope);
  if (names.length === 0 || known.length < names.length) {
    throw new OAuthError("invalid_request", "scope contains a name that is not supported here.");
  }
  return known;
}
