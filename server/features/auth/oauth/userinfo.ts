import { AuthError } from "#server/access/auth-error.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type AuthContext, errorAnswer, json } from "../http/wire.ts";
import { requireAuthRequestAllowed } from "../limits.ts";
import { requireSecondStep } from "../permit-access-change.ts";
import { readClaims } from "./app-tokens.ts";

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
