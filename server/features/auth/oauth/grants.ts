import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isUuid } from "#server/db/uuid.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { lockUser } from "../queries.ts";
import { requireSecondStep } from "../require-reauthentication.ts";
import { deleteSession, findSession, lockSession } from "../sessions/queries.ts";
import { readRefreshToken } from "../sessions/refresh-token.ts";
import { clientView } from "./consent.ts";
import { type Parameters, requireParameter } from "./oauth-dialect.ts";
import { type ClientRow, deleteGrant, hasAppSession, listGrantRows } from "./queries.ts";

/** The apps that an account has connected, in the client library's format, with the time of their last use. */
export async function listGrants(db: Db, userId: string) {
  const rows = await listGrantRows(db, userId);
  return rows.map(({ client_id, scopes, granted_at, last_used_at, ...client }) => ({
    client: clientView({ id: client_id, ...client }),
    scopes,
    granted_at: granted_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
}

/** Lists the apps for the account's owner. @throws AuthError insufficient_aal */
export async function listOwnGrants(db: Db, session: AuthenticatedSession) {
  requireSecondStep(session);
  return listGrants(db, session.user_id);
}

/**
 * Disconnects an app: its tokens stop working at once. It needs no fresh sign-in, because it only takes access away.
 * @throws AuthError oauth_consent_not_found, session_not_found, user_banned, insufficient_aal
 */
export async function revokeGrant(
  deps: Pick<AuthDeps, "db" | "clock">,
  {
    session,
    client_id,
    caller,
  }: { session: AuthenticatedSession; client_id: string; caller: Caller },
): Promise<void> {
  const { user_id } = session;
  await inTransaction(deps.db, async (tx) => {
    await lockStrongSession(tx, deps, session);
    const wasLetIn = await deleteGrant(tx, { user_id, client_id });
    if (!wasLetIn) throw new AuthError("oauth_consent_not_found");
    await recordAudit(
      tx,
      "oauth_consent_revoked",
      { session, caller, now: deps.clock.now() },
      { client_id },
    );
  });
}

/**
 * Ends the session of an app's own token (RFC 7009), and disconnects the app with its last one. Anything else has no
 * effect and gets the same answer.
 */
export async function revokeToken(
  deps: AuthDeps,
  { client, parameters, caller }: { client: ClientRow; parameters: Parameters; caller: Caller },
): Promise<void> {
  const sessionId = await findSessionId(deps, requireParameter(parameters, "token"));
  if (sessionId === undefined) return;
  await inTransaction(deps.db, async (tx) => {
    const found = await findSession(tx, sessionId);
    if (found?.oauth_client_id !== client.id) return;
    const { user_id } = found;
    await lockUser(tx, user_id);
    if (!(await lockSession(tx, sessionId))) return;
    await deleteSession(tx, sessionId);
    const app = { user_id, client_id: client.id };
    if (!(await hasAppSession(tx, app))) await deleteGrant(tx, app);
    await recordAudit(
      tx,
      "token_revoked",
      { user_id, session_id: sessionId, caller, now: deps.clock.now() },
      { reason: "by the app", client_id: client.id },
    );
  });
}

async function findSessionId(
  { secrets, keys }: Pick<AuthDeps, "secrets" | "keys">,
  token: string,
): Promise<string | undefined> {
  const refreshToken = readRefreshToken(secrets, token);
  if (refreshToken) return refreshToken.session_id;
  try {
    const { session_id } = await keys.verify(token);
    return isUuid(session_id) ? session_id : undefined;
  } catch (error) {
    if (error instanceof AuthError && error.code === "bad_jwt") return undefined;
    throw error;
  }
}
