import type { OwnerId } from "#server/access/owner.ts";
import { endOfDayIn } from "#server/days.ts";
import type { Tx } from "#server/db/tables.ts";
import { lockOpenDeadlines, setClosingTime } from "./queries.ts";

/**
 * An owner lives elsewhere now: the deadline days of their open paralines end there. Belongs in the transaction that
 * changes the zone. What has closed stays closed.
 */
export async function moveClosingTimes(
  tx: Tx,
  owner: OwnerId,
  time_zone: string,
  now: Date,
): Promise<void> {
  for (const { id, deadline } of await lockOpenDeadlines(tx, owner, now)) {
    await setClosingTime(tx, id, endOfDayIn(time_zone, deadline));
  }
}
