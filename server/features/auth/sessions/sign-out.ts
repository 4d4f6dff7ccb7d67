import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { deleteOtherSessions, deleteSession } from "./queries.ts";

/**
 * Ends sessions of the caller: all of them (`global`), this one (`local`) or the others. `global` and `others` also
 * withdraw a pending change of address, because a session that they end may have asked for it. A session that has not
 * passed the account's second factor can end only itself, and no session can end another one that has just begun with a
 * recovery.
 * @throws AuthError validation_failed for another scope, session_not_found, user_banned; insufficient_aal with 422,
 *   because the client library takes 401, 403 and 404 for "signed out already" and would forget the session that was
 *   kept
 */
export async function signOut(
  deps: AuthDeps,
  { session, scope, caller }: { session: AuthenticatedSession; scope: string; caller: Caller },
): Promise<void> {
  const { db, clock } = deps;
  const { user_id, session_id } = session;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    switch (scope) {
      case "global":
        await lockStrongSession(tx, deps, session, 422);
        await deleteOtherSessions(tx, { user_id, session_id, now });
        await deleteSession(tx, session_id);
        await cancelEmailChange(tx, user_id);
        break;
      case "local":
        await deleteSession(tx, session_id);
        break;
      case "others":
        await lockStrongSession(tx, deps, session, 422);
        await deleteOtherSessions(tx, { user_id, session_id, now });
        await cancelEmailChange(tx, user_id);
        break;
      default:
        throw new AuthError("validation_failed", {
          message: "The scope must be global, local or others.",
        });
    }
    await recordAudit(tx, "logout", { user_id, session_id, caller, now }, { scope });
  });
}
