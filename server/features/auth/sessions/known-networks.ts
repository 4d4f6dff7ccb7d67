import { isIP } from "node:net";
import { dayMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import { addressKey } from "#server/http/rate-limits.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { hasKnownNetwork, upsertKnownNetwork } from "./queries.ts";

/** How long a network counts as known after the last sign-in from it. */
const knownNetworkDays = 90;

// This id is looked up if there is no account, so that the answer takes the same time.
const absentUserId = "00000000-0000-0000-0000-000000000000";

/** The network of a call, as a keyed hash, if the account was signed in to from it before. */
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

/**
 * The hashes of a network under each accepted secret, so that networks are still recognised after APP_SECRET is
 * changed; none without an IP address.
 */
function listNetworkHashes(
  { secrets }: Pick<AuthDeps, "secrets">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Buffer[] {
  const network = findNetwork(caller.ip);
  return network === null ? [] : secrets.signForEach("known network", user_id, network);
}

/** The network of an address: 24 bits of IPv4 or 48 of IPv6, which is just enough to recognise the owner's networks. */
export function findNetwork(ip: string | null): string | null {
  if (ip === null) return null;
  const address = addressKey(ip.split("/")[0] ?? "");
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".*");
  return `${address.split(":").slice(0, 3).join(":")}:*`;
}
