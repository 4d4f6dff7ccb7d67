import { endSession, listSessions } from "#contract/auth/sessions.ts";
import { DomainError } from "#contract/errors.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Api } from "#server/http/endpoint.ts";
import type { Clock } from "#server/system/clock.ts";
import { recordAudit } from "../audit.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { readCaller } from "../http/wire.ts";
import { listOwnSessions } from "./own-sessions.ts";
import { deleteOtherSession, deleteSession, findSession } from "./queries.ts";

export function sessionRoutes(
  api: Api,
  deps: { db: Db; clock: Clock; config: Pick<Config, "trustProxy"> },
): void {
  api.on(listSessions, async ({ owner, session }) => ({
    sessions: await listOwnSessions(deps, owner, session.session_id),
  }));

  api.on(endSession, async ({ owner, session, params, c }) => {
    const caller = readCaller(c, deps.config.trustProxy);
    const { id } = params;
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now();
      const ended = await findSession(tx, id);
      if (ended?.user_id !== owner || ended.oauth_client_id !== null)
        throw new DomainError("not_found");
      if (id === session.session_id) {
        await deleteSession(tx, id);
      } else {
        const hasEnded = await deleteOtherSession(tx, { user_id: owner, endedId: id, now });
        if (!hasEnded) throw new DomainError("session_just_recovered");
        // The session that ends may have asked for a change of address, as when all others are signed out.
        await cancelEmailChange(tx, owner);
      }
      await recordAudit(
        tx,
        "logout",
        { user_id: owner, session_id: session.session_id, caller, now },
        { scope: "one", ended_session_id: id },
      );
    });
    return { id };
  });
}
