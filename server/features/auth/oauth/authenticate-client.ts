import { isUuid } from "#server/db/uuid.ts";
import { isSameDigest } from "#server/system/secrets.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { AuthContext } from "../http/wire.ts";
import { OAuthError } from "./oauth-error.ts";
import { type ClientRow, findClient } from "./queries.ts";
import type { Parameters } from "./read-parameters.ts";
import { secretHash } from "./secret-hash.ts";

/**
 * The app that makes a call. It has to authenticate in the way that it registered: with its secret in the header or in
 * the body, or without one. The error does not say what was wrong.
 * @throws OAuthError invalid_client; invalid_request if it authenticates in two ways at once
 */
export async function authenticateClient(
  { db }: Pick<AuthDeps, "db">,
  c: AuthContext,
  parameters: Parameters,
): Promise<ClientRow> {
  const given = readCredentials(c.req.header("authorization"), parameters);
  const client = isUuid(given.client_id) ? await findClient(db, given.client_id) : undefined;
  if (!client || client.auth_method !== given.method) throw unknownClient();
  if (client.secret_hash === null) return client;
  const isRight = isSameDigest(secretHash("client", given.secret), client.secret_hash);
  if (!isRight) throw unknownClient();
  return client;
}

function unknownClient(): OAuthError {
  return new OAuthError(
    "invalid_client",
    "This app is not registered here, or its secret is wrong.",
  );
}

function readCredentials(authorization: string | undefined, parameters: Parameters) {
  const bodyId = parameters.get("client_id");
  const bodySecret = parameters.get("client_secret");
  const [, encoded] = /^basic +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (encoded === undefined) {
    const method = bodySecret === undefined ? "none" : "client_secret_post";
    return { method, client_id: bodyId, secret: bodySecret ?? "" } as const;
  }
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const clientId = decodeFormPart(id);
  if (bodySecret !== undefined || (bodyId !== undefined && bodyId !== clientId)) {
    throw new OAuthError("invalid_request", "An app may authenticate in one way only.");
  }
  const secret = decodeFormPart(rest.join(":"));
  return { method: "client_secret_basic", client_id: clientId, secret } as const;
}

/** Both parts of the header are encoded as in a form (RFC 6749, 2.3.1). */
function decodeFormPart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}
