import { DomainError } from "#contract/errors.ts";
import { dayIn, validateDeadline } from "#contract/values/days.ts";
import { lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteReceipts } from "#server/features/feedback/receipt-queries.ts";
import type { Clock } from "#server/system/clock.ts";
import { endOfDayIn } from "#server/system/days.ts";
import { markCircleOpen } from "./queries.ts";

/**
 * Reopens a closed named circle, until the end of a day in its owner's time zone or without a deadline. The closing of
 * an anonymous circle is final. Source: docs/product.md, The life of a paraline.
 * @throws DomainError circle_not_found, circle_open, circle_final, deadline_past, deadline_too_far
 */
export async function reopenCircle(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  circleId: string,
  deadline: string | null,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if (circle.status === "active") throw new DomainError("circle_open");
    if (circle.is_anonymous) throw new DomainError("circle_final");
    const error =
      deadline === null ? undefined : validateDeadline(deadline, dayIn(circle.time_zone, now));
    if (error !== undefined) throw new DomainError(error, { path: ["deadline"] });
    const closesAt = deadline === null ? null : endOfDayIn(circle.time_zone, deadline);
    // A submission that was stored while the circle closed may have left one.
    await deleteReceipts(tx, circle.id);
    await markCircleOpen(tx, circle, { deadline, closes_at: closesAt, updated_at: now });
  });
}
