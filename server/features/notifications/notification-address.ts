import type { NotificationBox } from "#contract/notifications.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";

export interface NotificationDeps {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  config: { onLoopback: boolean };
}

/** Unless the server is on loopback, only a proven address gets emails, since an unproven one may be anyone's. */
export async function findNotificationAddress(
  tx: Tx,
  { config }: { config: { onLoopback: boolean } },
  userId: string,
  box: NotificationBox,
): Promise<string | undefined> {
  const owner = await findOwner(tx, userId);
  if (owner === undefined || !owner[box]) return undefined;
  return config.onLoopback || owner.email_proven_at !== null ? owner.email : undefined;
}
