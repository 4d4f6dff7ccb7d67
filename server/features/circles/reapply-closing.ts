import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteWaiting } from "#server/features/feedback/release-queries.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { lockCircle, markCircleClosed, markClosingFinal } from "./queries.ts";

interface ReapplyDeps {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}

/**
 * Ends a round that a backup has brought back although its answers had been released or deleted and its key destroyed.
 * The answers are deleted unread: together with those that the owner has read since, they would show who wrote what.
 * @returns how many answers were deleted
 */
export function reapplyRoundEnd(
  { db, clock, secrets }: ReapplyDeps,
  circleId: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!(await lockCircle(tx, circleId))) return 0;
    return deleteWaiting(tx, secrets, circleId, clock.now());
  });
}

/** Closes a circle that a backup has opened again although its closing had shown one or two answers. */
export function reapplyFinalClosing(
  { db, clock, secrets }: ReapplyDeps,
  circleId: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await lockCircle(tx, circleId))) return;
    await markCircleClosed(tx, circleId, clock.now());
    await markClosingFinal(tx, circleId);
    await noteErasures(tx, secrets, "closed for good", [circleId]);
  });
}
