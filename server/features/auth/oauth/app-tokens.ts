import type { AppScope } from "#contract/auth/scopes.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { findOwner } from "#server/access/profiles.ts";
import { tokenAudience, tokenIssuer } from "#server/access/signing-keys.ts";
import type { Db } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type AuthContext, errorAnswer, json } from "../http/wire.ts";
import { requireAuthRequestAllowed } from "../limits.ts";
import { requireSecondStep } from "../require-reauthentication.ts";
import type { SessionRow } from "../sessions/queries.ts";
import { formatRefreshToken } from "../sessions/refresh-token.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import type { ClientRow } from "./queries.ts";

/**
 * Tokens of an app's session, as in RFC 6749, 5.1. Apps can read them, so all they contain about the owner is an id.
 * Not to be called inside a transaction.
 */
export async function appTokens(
  { keys, secrets, config, clock }: Pick<AuthDeps, "keys" | "secrets" | "config" | "clock">,
  { session, client }: { session: SessionRow; client: ClientRow },
) {
  const issuedAt = unixSeconds(clock.now());
  const expiresIn = config.authAccessTokenSeconds;
  const scope = (session.scopes ?? []).join(" ");
  const accessToken = await keys.sign({
    iss: tokenIssuer(config.publicUrl),
    sub: session.user_id,
    aud: tokenAudience,
    exp: issuedAt + expiresIn,
    iat: issuedAt,
    session_id: session.id,
    refresh_counter: session.refresh_counter,
    role: "authenticated",
    aal: session.aal,
    amr: session.amr,
    is_anonymous: false,
    client_id: client.id,
    scope,
  });
  const mayRefresh = client.grant_types.includes("refresh_token");
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: expiresIn,
    ...(mayRefresh && {
      refresh_token: formatRefreshToken(secrets, {
        session_id: session.id,
        counter: session.refresh_counter,
      }),
    }),
    scope,
  };
}

/**
 * A token that says who signed in, for an app that asked for `openid`. Its audience is that app, so it gives no access
 * to this server.
 */
export async function idToken(
  { db, keys, config, clock }: Pick<AuthDeps, "db" | "keys" | "config" | "clock">,
  {
    session,
    nonce,
    signed_in_at,
  }: { session: SessionRow; nonce: string | null; signed_in_at: Date | null },
): Promise<string> {
  const issuedAt = unixSeconds(clock.now());
  return keys.sign({
    ...(await readClaims(db, session.user_id, session.scopes ?? [])),
    iss: tokenIssuer(config.publicUrl),
    aud: session.oauth_client_id ?? "",
    iat: issuedAt,
    exp: issuedAt + config.authAccessTokenSeconds,
    auth_time: unixSeconds(signed_in_at ?? session.created_at),
    ...(nonce !== null && { nonce }),
  });
}

/** The data about the person that an app may know, by the names of OpenID Connect. */
async function readClaims(db: Db, userId: string, scopes: readonly AppScope[]) {
  const owner = await findOwner(db, userId);
  return {
    sub: userId,
    ...(owner &&
      scopes.includes("email") && {
        email: owner.email,
        email_verified: owner.email_proven_at !== null,
      }),
    ...(owner && scopes.includes("profile") && owner.full_name !== "" && { name: owner.full_name }),
  };
}

/**
 * Tells an app about the person, as in OpenID Connect, 5.3, and no more than its scopes allow. A refusal also has the
 * header of RFC 6750.
 */
export async function userinfo(deps: AuthDeps, c: AuthContext): Promise<Response> {
  try {
    const session = await deps.sessions.authenticate(c.req.header("authorization"), ["openid"]);
    requireSecondStep(session);
    await requireAuthRequestAllowed(deps.limiter, "auth_app_reads", session.session_id);
    return json(
      await readClaims(deps.db, session.user_id, session.app?.scopes ?? ["profile", "email"]),
    );
  } catch (error) {
    const answer = errorAnswer(c, error, c.var.log ?? deps.log);
    if (error instanceof AuthError && (answer.status === 401 || answer.status === 403)) {
      const code = error.code === "insufficient_scope" ? error.code : "invalid_token";
      const about = error.code === "no_authorization" ? "" : ` error="${code}"`;
      answer.headers.set("WWW-Authenticate", `Bearer${about}`);
    }
    return answer;
  }
}
