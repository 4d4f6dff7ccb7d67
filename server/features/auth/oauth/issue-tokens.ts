import { randomUUID } from "node:crypto";
import { isAppScope } from "#contract/auth/scopes.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import { isBanned, readSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { matchesChallenge } from "../http/pkce.ts";
import { listVerifiedFactors, lockUser } from "../queries.ts";
import {
  deleteSession,
  insertSession,
  type SessionRow,
  updateSession,
} from "../sessions/queries.ts";
import { exchangeRefreshToken } from "../sessions/refresh-session.ts";
import { readRefreshToken } from "../sessions/refresh-token.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import { appTokens, idToken } from "./app-tokens.ts";
import { secretHash } from "./authenticate-client.ts";
import { OAuthError, type Parameters, requireParameter } from "./oauth-dialect.ts";
import {
  type AuthorizationRow,
  type ClientRow,
  deleteGrantsWithoutSession,
  findAuthorizationByCode,
  findConsent,
  lockAuthorizationByCode,
  updateAuthorization,
} from "./queries.ts";

const codeSeconds = 60;

type Asking = { client: ClientRow; parameters: Parameters; caller: Caller };

/** Answers an app that has authenticated itself, with tokens. @throws OAuthError */
export async function issueTokens(deps: AuthDeps, asking: Asking) {
  switch (requireParameter(asking.parameters, "grant_type")) {
    case "authorization_code":
      return redeemCode(deps, asking);
    case "refresh_token":
      return refreshApp(deps, asking);
    default:
      throw new OAuthError(
        "unsupported_grant_type",
        "grant_type must be authorization_code or refresh_token.",
      );
  }
}

/**
 * Exchanges a code for tokens, once. A second use ends the session of the first one, because one of the two was not
 * made by the app. A wrong verifier or address makes the code invalid.
 */
async function redeemCode(deps: AuthDeps, { client, parameters, caller }: Asking) {
  const codeHash = secretHash("code", requireParameter(parameters, "code"));
  const given = {
    client,
    codeHash,
    redirectUri: parameters.get("redirect_uri"),
    verifier: requireParameter(parameters, "code_verifier"),
    caller,
  };
  const redeemed = await inTransaction(deps.db, (tx) => redeem(tx, deps, given));
  if (redeemed === undefined) {
    throw new OAuthError(
      "invalid_grant",
      "This code is not valid, was used already, or is too old.",
    );
  }
  const { session, nonce, signed_in_at } = redeemed;
  const tokens = await appTokens(deps, { session, client });
  if (!session.scopes?.includes("openid")) return tokens;
  return { ...tokens, id_token: await idToken(deps, { session, nonce, signed_in_at }) };
}

type Redeemed = { session: SessionRow } & Pick<AuthorizationRow, "nonce" | "signed_in_at">;

/** Refusals are returned, not thrown: what they delete must be committed. */
async function redeem(
  tx: Tx,
  deps: AuthDeps,
  given: {
    client: ClientRow;
    codeHash: Buffer;
    redirectUri: string | undefined;
    verifier: string;
    caller: Caller;
  },
): Promise<Redeemed | undefined> {
  const { client, codeHash, redirectUri, verifier, caller } = given;
  const found = await findAuthorizationByCode(tx, codeHash);
  // As everywhere, the account is locked before its sessions and their codes.
  const user = found?.user_id && (await lockUser(tx, found.user_id));
  const authorization = user && (await lockAuthorizationByCode(tx, codeHash));
  if (!user || !authorization) return undefined;
  const now = deps.clock.now();
  const { status, session_id, code_issued_at } = authorization;
  if (status === "redeemed") {
    if (session_id !== null) {
      await deleteSession(tx, session_id);
      await deleteGrantsWithoutSession(tx, user.id, authorization.client_id);
      await recordAudit(
        tx,
        "token_revoked",
        { user_id: user.id, session_id, caller, now },
        { reason: "code used again", client_id: authorization.client_id },
      );
    }
    return undefined;
  }
  if (status !== "approved" || authorization.client_id !== client.id) return undefined;
  const isMeant =
    redirectUri === authorization.redirect_uri && matches(verifier, authorization.code_challenge);
  if (!isMeant) {
    await updateAuthorization(tx, authorization.id, { status: "denied" });
    return undefined;
  }
  const ageSeconds = code_issued_at
    ? (now.getTime() - code_issued_at.getTime()) / 1000
    : codeSeconds;
  if (ageSeconds >= codeSeconds || isBanned(user, now)) return undefined;
  const consent = await findConsent(tx, { user_id: user.id, client_id: client.id });
  if (consent === undefined) return undefined;
  const session = await startAppSession(tx, authorization, { user_id: user.id, now });
  if (session === undefined) return undefined;
  await updateAuthorization(tx, authorization.id, {
    status: "redeemed",
    session_id: session.id,
    state: null,
    nonce: null,
  });
  await recordAudit(
    tx,
    "login",
    { user_id: user.id, session_id: session.id, caller, now },
    { method: "oauth", client_id: client.id },
  );
  return { session, nonce: authorization.nonce, signed_in_at: authorization.signed_in_at };
}

/** RFC 7636, 4.6. */
function matches(verifier: string, challenge: string): boolean {
  const isWellFormed = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier);
  return isWellFormed && matchesChallenge({ challenge, method: "s256" }, verifier);
}

/**
 * Starts the app's session, at the level of the session that connected it; it is not a sign-in of the owner. Undefined
 * if the account has a second step that the connecting session had not passed.
 */
async function startAppSession(
  tx: Tx,
  authorization: AuthorizationRow,
  { user_id, now }: { user_id: string; now: Date },
): Promise<SessionRow | undefined> {
  const verified = await listVerifiedFactors(tx, user_id);
  const { factor_id, passkey_id } = authorization;
  const isStrong =
    authorization.aal === "aal2" &&
    (passkey_id !== null || verified.some(({ id }) => id === factor_id));
  if (verified.length > 0 && !isStrong) return undefined;
  const session = await insertSession(tx, {
    id: randomUUID(),
    user_id,
    aal: isStrong ? "aal2" : "aal1",
    amr: JSON.stringify([
      { method: "oauth", timestamp: unixSeconds(now) },
      ...(authorization.amr ?? []),
    ]),
    ...(passkey_id !== null && { passkey_id }),
    oauth_client_id: authorization.client_id,
    scopes: authorization.scopes,
    refreshed_at: now,
    created_at: now,
  });
  return isStrong ? updateSession(tx, session.id, { factor_id }) : session;
}

/** Exchanges an app's refresh token by the same rules as a person's: if two parties hold it, the session ends. */
async function refreshApp(deps: AuthDeps, { client, parameters, caller }: Asking) {
  if (!client.grant_types.includes("refresh_token")) {
    throw new OAuthError("unauthorized_client", "This app did not register for refresh tokens.");
  }
  const token = readRefreshToken(deps.secrets, requireParameter(parameters, "refresh_token"));
  const [session] = token ? await readSession(deps.db, token) : [];
  if (!token || session?.oauth_client_id !== client.id) throw invalidGrant();
  const asked = (parameters.get("scope") ?? "").split(" ").filter((name) => name !== "");
  if (!asked.every((name) => isAppScope(name) && session.scopes?.includes(name))) {
    throw new OAuthError("invalid_scope", "The app asks for more than it was allowed.");
  }
  // The owner has set up a second step since, so they have to be asked again.
  if (lacksSecondStep(session)) throw invalidGrant();
  const { allowed, retry_after_seconds } = await deps.limiter.consume(
    "auth_calls",
    `refresh ${token.session_id}`,
  );
  if (!allowed) {
    throw new OAuthError("temporarily_unavailable", "Too many requests. Please try again.", {
      status: 503,
      retry_after_seconds,
    });
  }
  // The location of an app's server says nothing about the account's owner.
  const from: Caller = { address: caller.address, ip: null, user_agent: null };
  const outcome = await inTransaction(deps.db, async (tx) => {
    // As everywhere, the account is locked before its sessions.
    await lockUser(tx, session.user_id);
    const asking = { caller: from, client_id: client.id };
    const exchanged = await exchangeRefreshToken(tx, deps, token, asking);
    // The session may have ended because the token was stolen.
    if ("refused" in exchanged) await deleteGrantsWithoutSession(tx, session.user_id, client.id);
    return exchanged;
  });
  if ("refused" in outcome) throw invalidGrant();
  return appTokens(deps, { session: outcome.refreshed.session, client });
}

function invalidGrant(): OAuthError {
  return new OAuthError("invalid_grant", "This refresh token is not valid any more.");
}
