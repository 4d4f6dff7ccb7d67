import { AuthError } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { type StartedSession, sessionAnswer, startSession } from "../sessions/start-session.ts";
import { pkcePrefix } from "./one-time-tokens.ts";
import { authCodeHash, createAuthCode } from "./pkce.ts";
import { deleteFlow, findFlow, retireLink, storeAuthCode } from "./queries.ts";
import { redeemToken } from "./redeem-token.ts";
import { redirectTarget, withFragment, withQuery } from "./redirect-target.ts";
import { findByLink, halfMessage, refuseTakenAddress, type Verification } from "./verify-code.ts";

type Outcome =
  | { signed_in: StartedSession }
  | { auth_code: string }
  | { half: true; is_pkce: boolean }
  | { refused: true };

/**
 * Where a followed link leads. The browser that asked with PKCE gets a code that only it can exchange, any other the
 * tokens themselves, behind the `#`. Never fails: what went wrong stands in the address too.
 */
export async function followLink(
  deps: AuthDeps,
  link: {
    link_token: string;
    verification: Verification;
    type: string;
    redirect_to: string | undefined;
    caller: Caller;
  },
): Promise<URL> {
  const target = redirectTarget(deps.config, link.redirect_to);
  const outcome = await inTransaction(deps.db, (tx) => redeem(tx, deps, link)).catch((error) =>
    error instanceof AuthError ? { failed: error } : refuseTakenAddress(error),
  );

  const is_pkce = link.link_token.startsWith(pkcePrefix);
  if ("failed" in outcome) return withError(target, outcome.failed, is_pkce);
  if ("refused" in outcome) return withError(target, expiredLink(), is_pkce);
  if ("auth_code" in outcome) return withQuery(target, { code: outcome.auth_code });
  if ("half" in outcome) {
    const message = withFragment(target, { message: halfMessage });
    return outcome.is_pkce ? withQuery(message, { message: halfMessage }) : message;
  }
  const answer = await sessionAnswer(deps, outcome.signed_in);
  return withFragment(target, {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    token_type: answer.token_type,
    type: link.type,
  });
}

export function expiredLink(): AuthError {
  return new AuthError("otp_expired", { message: "Email link is invalid or has expired" });
}

/** The client library looks for errors behind the `#`, and with PKCE in the query as well. */
export function withError(target: URL, error: AuthError, is_pkce: boolean): URL {
  const parameters = {
    error: error.status >= 500 ? "server_error" : "access_denied",
    error_code: error.code,
    error_description: error.message,
  };
  const url = withFragment(target, parameters);
  return is_pkce ? withQuery(url, parameters) : url;
}

async function redeem(
  tx: Tx,
  deps: AuthDeps,
  {
    link_token,
    verification: { purposes, method },
    caller,
  }: { link_token: string; verification: Verification; caller: Caller },
): Promise<Outcome> {
  const now = deps.clock.now();
  const token = await findByLink(tx, link_token);
  if (!token || token.expires_at <= now || !purposes.includes(token.purpose)) {
    return { refused: true };
  }
  const flow = await findFlow(tx, token.flow_state_id);
  // A link for one browser must not turn into tokens for any by losing its mark.
  const is_pkce = flow !== undefined && flow.code_challenge !== null;
  if (is_pkce !== link_token.startsWith(pkcePrefix)) return { refused: true };

  const result = await redeemToken(tx, deps, token, caller);
  if (result === "refused") return { refused: true };
  if (result === "half") return { half: true, is_pkce };
  if (!is_pkce) {
    await deleteFlow(tx, token.flow_state_id);
    return { signed_in: await startSession(tx, deps, { user_id: token.user_id, method, caller }) };
  }
  // Mail scanners follow links; they cannot exchange the code, and the six digits stay good until somebody is signed in.
  await retireLink(tx, token.id);
  const auth_code = createAuthCode();
  await storeAuthCode(tx, flow.id, { hash: authCodeHash(auth_code), now });
  return { auth_code };
}
