import { createHash, randomBytes } from "node:crypto";
import { isUuid } from "#server/db/uuid.ts";
import { isSameDigest } from "#server/system/secrets.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { AuthContext } from "../http/wire.ts";
import { OAuthError, type Parameters } from "./oauth-dialect.ts";
import { type ClientRow, findClient } from "./queries.ts";

/**
 * The app that makes a call, which authenticates in the way that it registered. The error does not say what was wrong.
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

/**
 * A value that only its holder knows: the id of a request, a code, or an app's secret. It has 256 bits, so that it
 * cannot be found from a plain hash.
 */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is stored for a secret. @param purpose prevents one kind of secret from being used as another */
export function secretHash(purpose: "authorization" | "code" | "client", secret: string): Buffer {
  return createHash("sha256").update(`oauth ${purpose} ${secret}`).digest();
}
