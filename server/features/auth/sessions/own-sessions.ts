import type { SignedInSession } from "#contract/auth/sessions.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { findNetwork } from "./known-networks.ts";
import { listSessions } from "./queries.ts";
import { sessionIdleDays } from "./refresh-session.ts";

export async function listOwnSessions(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  currentSessionId: string,
): Promise<SignedInSession[]> {
  const usedSince = new Date(clock.now().getTime() - sessionIdleDays * dayMs);
  const sessions = await listSessions(db, { user_id: owner, usedSince });
  return sessions.map((session) => ({
    id: session.id,
    created_at: session.created_at.toISOString(),
    refreshed_at: session.refreshed_at.toISOString(),
    user_agent: session.user_agent,
    network: findNetwork(session.ip),
    is_current: session.id === currentSessionId,
  }));
}
