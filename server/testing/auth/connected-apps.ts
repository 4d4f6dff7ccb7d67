import { randomBytes, randomUUID } from "node:crypto";
import type { JWTPayload } from "jose";
import { type AppScope, appScopes } from "#contract/auth/scopes.ts";
import { daySeconds } from "#contract/values/durations.ts";
import { tokenAudience, tokenIssuer } from "#server/access/signing-keys.ts";
import type { AssuranceLevel } from "#server/db/auth-tables.ts";
import { insertRow } from "../database/rows.ts";
import type { createTestOwner } from "../owners.ts";

/** Stores an app that an owner has connected, as the consent page and the exchange of its code would. */
export async function connectTestApp(
  { db, keys, clock, config: { publicUrl } }: Parameters<typeof createTestOwner>[0],
  userId: string,
  given: { scopes?: readonly AppScope[]; aal?: AssuranceLevel } = {},
) {
  const { scopes = appScopes, aal = "aal1" } = given;
  const [clientId, sessionId] = [randomUUID(), randomUUID()];
  const now = clock.now();
  await insertRow(db, "auth.oauth_clients", {
    id: clientId,
    name: "A test assistant",
    redirect_uris: ["https://assistant.example/callback"],
    auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    created_at: now,
  });
  await insertRow(db, "auth.oauth_consents", {
    id: randomUUID(),
    user_id: userId,
    client_id: clientId,
    scopes: [...scopes],
    granted_at: now,
  });
  await insertRow(db, "auth.sessions", {
    id: sessionId,
    user_id: userId,
    aal,
    amr: "[]",
    oauth_client_id: clientId,
    scopes: [...scopes],
    refreshed_at: now,
    created_at: now,
  });
  await insertRow(db, "auth.oauth_authorizations", {
    id: randomUUID(),
    public_id_hash: randomBytes(32),
    client_id: clientId,
    user_id: userId,
    redirect_uri: "https://assistant.example/callback",
    scopes: [...scopes],
    code_challenge: "-",
    always_asks: false,
    status: "redeemed",
    session_id: sessionId,
    expires_at: now,
    created_at: now,
  });
  const issued = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: tokenIssuer(publicUrl),
    sub: userId,
    aud: tokenAudience,
    iat: issued,
    exp: issued + 2000 * daySeconds,
    session_id: sessionId,
    aal,
    client_id: clientId,
    scope: scopes.join(" "),
  };
  return {
    client_id: clientId,
    session_id: sessionId,
    access_token: await keys.sign(claims),
    /** Signs a token of the same session with other claims. */
    sign: (changed: JWTPayload) => keys.sign({ ...claims, ...changed }),
  };
}
