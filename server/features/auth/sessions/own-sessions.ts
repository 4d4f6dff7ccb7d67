import { isIP } from "node:net";
import type { SignedInSession } from "#contract/sessions.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { addressKey } from "#server/http/limits.ts";
import { listSessions } from "./queries.ts";
import { sessionIdleDays } from "./refresh-session.ts";

/** Where the owner is signed in. */
export async function listOwnSessions(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  current_session_id: string,
): Promise<SignedInSession[]> {
  const used_since = new Date(clock.now().getTime() - sessionIdleDays * 24 * 60 * 60 * 1000);
  const sessions = await listSessions(db, { user_id: owner, used_since });
  return sessions.map((session) => ({
    id: session.id,
    created_at: session.created_at.toISOString(),
    refreshed_at: session.refreshed_at.toISOString(),
    user_agent: session.user_agent,
    network: networkOf(session.ip),
    is_current: session.id === current_session_id,
  }));
}

/** Enough to recognise one's own network, and not more. */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  const address = addressKey(ip.split("/")[0] ?? "");
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".*");
  return `${address.split(":").slice(0, 3).join(":")}:*`;
}
