import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { deleteOtherSessions, deleteSession } from "./queries.ts";

/**
 * Ends all sessions (`global`), this one (`local`) or the `others`, and withdraws a change of address that one of them
 * may have asked for. Without the second step, a session can end only itself.
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
    await recordAudit(tx, "logout", { session, caller, now }, { scope });
  });
}
