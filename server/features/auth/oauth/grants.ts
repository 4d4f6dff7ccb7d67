import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { requireSecondStep } from "../permission/require-second-step.ts";
import { clientView } from "./consent.ts";
import { deleteGrant, listGrantRows } from "./queries.ts";

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
  const { user_id, session_id } = session;
  await inTransaction(deps.db, async (tx) => {
    await lockStrongSession(tx, deps, session);
    const wasLetIn = await deleteGrant(tx, { user_id, client_id });
    if (!wasLetIn) throw new AuthError("oauth_consent_not_found");
    await recordAudit(
      tx,
      "oauth_consent_revoked",
      { user_id, session_id, caller, now: deps.clock.now() },
      { client_id },
    );
  });
}
