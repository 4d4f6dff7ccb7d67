import { endSession, listSessions } from "#contract/auth/sessions.ts";
import { DomainError } from "#contract/errors.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Api } from "#server/http/endpoint.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { listOwnSessions } from "./own-sessions.ts";
import { deleteSessionOf } from "./queries.ts";

/** Where am I signed in, and sign out there. */
export function sessionRoutes(api: Api, deps: { db: Db; clock: Clock }): void {
  api.on(listSessions, async ({ owner, session }) => ({
    sessions: await listOwnSessions(deps, owner, session.session_id),
  }));

  api.on(endSession, async ({ owner, session, params }) => {
    const hasEnded = await inTransaction(deps.db, async (tx) => {
      const isDeleted = await deleteSessionOf(tx, { user_id: owner, session_id: params.id });
      // As when all others are signed out: the one that ends may have asked for the change.
      if (isDeleted && params.id !== session.session_id) await cancelEmailChange(tx, owner);
      return isDeleted;
    });
    if (!hasEnded) throw new DomainError("not_found");
    return { id: params.id };
  });
}
