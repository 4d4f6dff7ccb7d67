import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { closeCircle, closingInstant } from "./close-circle.ts";
import { listDueCircles, lockDueCircle } from "./queries.ts";

const batchSize = 100;

/**
 * Closes the circles whose deadline day has ended in their owner's time zone. Each is closed as of the last moment of
 * that day, however late this runs.
 * @returns whether there may be more than the batch that was closed
 */
export async function closeDueCircles({
  db,
  clock,
  secrets,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}): Promise<boolean> {
  const now = clock.now();
  const due = await listDueCircles(db, now, batchSize);
  for (const { id } of due) {
    await inTransaction(db, (tx) => closeIfStillDue(tx, secrets, id, now));
  }
  return due.length === batchSize;
}

/**
 * Closes one of them, unless its owner has moved the deadline or closed it since it was listed.
 * @returns whether it did
 */
export async function closeIfStillDue(
  tx: Tx,
  secrets: Secrets,
  circleId: string,
  now: Date,
): Promise<boolean> {
  const circle = await lockDueCircle(tx, circleId, now);
  if (circle === undefined) return false;
  return closeCircle(tx, secrets, circle, { closed_at: closingInstant(circle.closes_at), now });
}
