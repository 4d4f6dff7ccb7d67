import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteAllSessions, deleteOtherSessions, deleteSession } from "./queries.ts";

/**
 * Ends sessions of whoever asks: all of them (`global`), this one (`local`) or the others.
 * @throws AuthError validation_failed for another scope
 */
export async function signOut(
  { db, clock }: AuthDeps,
  { session, scope, caller }: { session: AuthenticatedSession; scope: string; caller: Caller },
): Promise<void> {
  const { user_id, session_id } = session;
  await inTransaction(db, async (tx) => {
    switch (scope) {
      case "global":
        await deleteAllSessions(tx, user_id);
        break;
      case "local":
        await deleteSession(tx, session_id);
        break;
      case "others":
        await deleteOtherSessions(tx, { user_id, session_id });
        break;
      default:
        throw new AuthError("validation_failed", {
          message: "The scope must be global, local or others.",
        });
    }
    await recordAudit(tx, {
      action: "logout",
      user_id,
      session_id,
      caller,
      details: { scope },
      now: clock.now(),
    });
  });
}
