import { endSession, listSessions } from "#contract/auth/sessions.ts";
import { DomainError } from "#contract/errors.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Api } from "#server/http/endpoint.ts";
import { recordAudit } from "../audit.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { readCaller } from "../http/wire.ts";
import { listOwnSessions } from "./own-sessions.ts";
import { deleteSessionOf } from "./queries.ts";

export function sessionRoutes(
  api: Api,
  deps: { db: Db; clock: Clock; config: Pick<Config, "trust_proxy"> },
): void {
  api.on(listSessions, async ({ owner, session }) => ({
    sessions: await listOwnSessions(deps, owner, session.session_id),
  }));

  api.on(endSession, async ({ owner, session, params, c }) => {
    const caller = readCaller(c, deps.config.trust_proxy);
    const hasEnded = await inTransaction(deps.db, async (tx) => {
      const isDeleted = await deleteSessionOf(tx, { user_id: owner, session_id: params.id });
      if (!isDeleted) return false;
      // As when all others are signed out: the one that ends may have asked for the change.
      if (params.id !== session.session_id) await cancelEmailChange(tx, owner);
      await recordAudit(tx, {
        action: "logout",
        user_id: owner,
        session_id: session.session_id,
        caller,
        details: { scope: "one", ended_session_id: params.id },
        now: deps.clock.now(),
      });
      return true;
    });
    if (!hasEnded) throw new DomainError("not_found");
    return { id: params.id };
  });
}
