import { isAppScope } from "#contract/auth/scopes.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import { readSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { lockUser } from "../queries.ts";
import { exchangeRefreshToken } from "../sessions/refresh-session.ts";
import { readRefreshToken } from "../sessions/refresh-token.ts";
import { appTokens } from "./app-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import { type ClientRow, deleteGrantsWithoutSession } from "./queries.ts";
import { type Parameters, requireParameter } from "./read-parameters.ts";

/**
 * Exchanges an app's refresh token for new tokens, by the same rules as a person's: if two parties hold the token, the
 * session ends, and the app is disconnected if it has no other session. The tokens of other apps and of people are
 * refused.
 */
export async function refreshApp(
  deps: AuthDeps,
  { client, parameters, caller }: { client: ClientRow; parameters: Parameters; caller: Caller },
) {
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
