import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { endOfDayIn } from "#server/system/days.ts";
import { lockOpenDeadlines, setClosingTime } from "./queries.ts";

/**
 * Moves the deadline days of an owner's open circles to their new time zone. Call it in the transaction that
 * changes the zone. Closed circles stay closed, and what invitees read of an anonymous circle stays as it was fixed.
 */
export async function moveClosingTimes(
  tx: Tx,
  owner: OwnerId,
  timeZone: string,
  now: Date,
): Promise<void> {
  for (const { id, deadline } of await lockOpenDeadlines(tx, owner, now)) {
    await setClosingTime(tx, id, endOfDayIn(timeZone, deadline));
  }
}
