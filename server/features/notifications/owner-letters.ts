import type { NotificationBox } from "#contract/notifications.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Clock } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";

/** What it takes to have owners written to. */
export interface TellingDeps {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  config: { on_loopback: boolean };
}

/**
 * The address of an owner who wants the letters of a box; undefined for who does not. Away from loopback only a proven
 * address is written to: it may be anybody's.
 */
export async function findAddressFor(
  tx: Tx,
  { config }: { config: { on_loopback: boolean } },
  user_id: string,
  box: NotificationBox,
): Promise<string | undefined> {
  const owner = await findOwner(tx, user_id);
  if (owner === undefined || !owner[box]) return undefined;
  return config.on_loopback || owner.email_proven_at !== null ? owner.email : undefined;
}
