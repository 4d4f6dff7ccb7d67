import { dayIn, validateDeadline } from "#contract/days.ts";
import { DomainError } from "#contract/errors.ts";
import { isOpenCircle, lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Clock } from "#server/clock.ts";
import { endOfDayIn } from "#server/days.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/secrets.ts";
import { closeIfDue } from "./close-circle.ts";
import { markCircleOpen } from "./queries.ts";

/**
 * Reopens a closed circle, until the end of a day in its owner's time zone or without a deadline. Answers held back at
 * the closing wait again for three. A closing that released one or two is final: otherwise an owner could read one
 * answer at a time by closing and reopening. Source: docs/product.md, The life of a paraline; Anonymity.
 * @throws DomainError circle_not_found, circle_open, circle_closed_for_good, deadline_past, deadline_too_far
 */
export async function reopenCircle(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  owner: OwnerId,
  circleId: string,
  deadline: string | null,
): Promise<void> {
  const now = clock.now();
  const isReopened = await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if (isOpenCircle(circle, now)) throw new DomainError("circle_open");
    const error =
      deadline === null ? undefined : validateDeadline(deadline, dayIn(circle.time_zone, now));
    if (error !== undefined) throw new DomainError(error, { path: ["deadline"] });
    await closeIfDue(tx, secrets, circle, now);
    const closesAt = deadline === null ? null : endOfDayIn(circle.time_zone, deadline);
    return markCircleOpen(tx, circle, { deadline, closes_at: closesAt, updated_at: now });
  });
  // Thrown outside the transaction: if the job was late, the closing was just done inside, and must be stored.
  if (!isReopened) throw new DomainError("circle_closed_for_good");
}
