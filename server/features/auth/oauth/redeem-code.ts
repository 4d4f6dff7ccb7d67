import { randomUUID } from "node:crypto";
import { isBanned } from "#server/access/session.ts";
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
import { unixSeconds } from "../sessions/start-session.ts";
import { appTokens, idToken } from "./app-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import {
  type AuthorizationRow,
  type ClientRow,
  deleteGrantsWithoutSession,
  findAuthorizationByCode,
  findConsent,
  lockAuthorizationByCode,
  updateAuthorization,
} from "./queries.ts";
import { type Parameters, requireParameter } from "./read-parameters.ts";
import { secretHash } from "./secret-hash.ts";

const codeSeconds = 60;

/**
 * Exchanges a code for tokens, once. A second use ends the session that began with the first one, because one of the
 * two was not made by the app. If that was the app's last session, the app is disconnected. A wrong verifier or
 * redirect address makes the code invalid.
 * @throws OAuthError invalid_grant, whatever was wrong
 */
export async function redeemCode(
  deps: AuthDeps,
  { client, parameters, caller }: { client: ClientRow; parameters: Parameters; caller: Caller },
) {
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
 * Starts the app's session, at the level of the session that connected the app. It is not a sign-in of the owner:
 * neither its time nor its network is recorded as theirs. If the owner had signed in with a passkey, the app's session
 * ends when that passkey is deleted. Undefined if the account has a second step that the connecting session had not
 * passed.
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
