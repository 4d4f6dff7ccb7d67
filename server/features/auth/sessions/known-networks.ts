import { dayMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { networkOf } from "./network.ts";
import { hasKnownNetwork, upsertKnownNetwork } from "./queries.ts";

/** How long a network counts as known after the last sign-in from there. */
const knownNetworkDays = 90;

// Asked about in place of an account that is not there, so that the answer takes as long.
const absentUserId = "00000000-0000-0000-0000-000000000000";

/**
 * The network of a call, if someone has signed in to the account from there before; as text that reveals
 * nothing about it.
 * @param user_id undefined where there is no such account
 */
export async function findKnownNetwork(
  { db, secrets, clock }: Pick<AuthDeps, "db" | "secrets" | "clock">,
  { user_id = absentUserId, caller }: { user_id: string | undefined; caller: Caller },
): Promise<string | undefined> {
  const networkHashes = listNetworkHashes({ secrets }, { user_id, caller });
  if (networkHashes.length === 0) return undefined;
  const usedSince = new Date(clock.now().getTime() - knownNetworkDays * dayMs);
  const isKnown = await hasKnownNetwork(db, {
    user_id,
    networkHashes,
    usedSince,
  });
  return isKnown ? networkHashes[0]?.toString("base64url") : undefined;
}

export async function recordNetwork(
  tx: Tx,
  { secrets, clock }: Pick<AuthDeps, "secrets" | "clock">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Promise<void> {
  const [networkHash] = listNetworkHashes({ secrets }, { user_id, caller });
  if (!networkHash) return;
  await upsertKnownNetwork(tx, { user_id, network_hash: networkHash, last_used_at: clock.now() });
}

/** Under each accepted secret, so that a changed APP_SECRET forgets no network; none without an address. */
function listNetworkHashes(
  { secrets }: Pick<AuthDeps, "secrets">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Buffer[] {
  const network = networkOf(caller.ip);
  return network === null ? [] : secrets.signForEach("known network", user_id, network);
}
