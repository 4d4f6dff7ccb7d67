import { judgeDeadline } from "#contract/days.ts";
import { DomainError } from "#contract/errors.ts";
import { isOpenCircle, lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Clock } from "#server/clock.ts";
import { dayIn, endOfDayIn } from "#server/days.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/secrets.ts";
import { closeIfDue } from "./close-circle.ts";
import { markCircleOpen } from "./queries.ts";

/**
 * Opens a closed paraline again, until the end of a day of its owner's or without one. Answers that were held
 * back when it closed wait again for three. A closing that released one or two is final: else an owner could
 * read one answer at a time by closing and reopening. Source: docs/product.md, The life of a paraline;
 * Anonymity.
 * @throws DomainError circle_not_found, circle_open, circle_closed_for_good, deadline_past, deadline_too_far
 */
export async function reopenCircle(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  owner: OwnerId,
  circle_id: string,
  deadline: string | null,
): Promise<void> {
  const now = clock.now();
  const is_reopened = await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circle_id);
    if (isOpenCircle(circle, now)) throw new DomainError("circle_open");
    const fault =
      deadline === null ? undefined : judgeDeadline(deadline, dayIn(circle.time_zone, now));
    if (fault !== undefined) throw new DomainError(fault, { path: ["deadline"] });
    await closeIfDue(tx, secrets, circle, now);
    const closes_at = deadline === null ? null : endOfDayIn(circle.time_zone, deadline);
    return markCircleOpen(tx, circle, { deadline, closes_at, updated_at: now });
  });
  // Thrown out here: where the job was late, the closing that refuses it was done just now, and stays.
  if (!is_reopened) throw new DomainError("circle_closed_for_good");
}
