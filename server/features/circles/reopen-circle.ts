import { DomainError } from "#contract/errors.ts";
import { dayIn, validateDeadline } from "#contract/values/days.ts";
import { isOpenCircle, lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { endOfDayIn } from "#server/system/days.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { closeIfDue } from "./close-circle.ts";
import { isReopenedTooOften, markCircleOpen } from "./queries.ts";

/**
 * Reopens a closed circle, until the end of a day in its owner's time zone or without a deadline. Answers held back at
 * the closing wait again until there are three. A closing that released one or two answers is final: otherwise an owner
 * could read one answer at a time by closing and reopening. An anonymous circle can be reopened only a few times a day:
 * a closing takes measurably longer if answers wait, and many closings would reveal how many. Source: docs/product.md,
 * The life of a paraline; Anonymity.
 * @throws DomainError circle_not_found, circle_open, circle_closed_for_good, reopenings_exhausted, deadline_past,
 * deadline_too_far
 */
export async function reopenCircle(
  {
    db,
    clock,
    secrets,
    config,
  }: { db: Db; clock: Clock; secrets: Secrets; config: { rateLimits: boolean } },
  owner: OwnerId,
  circleId: string,
  deadline: string | null,
): Promise<void> {
  const now = clock.now();
  const refusal = await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if (isOpenCircle(circle, now)) throw new DomainError("circle_open");
    const error =
      deadline === null ? undefined : validateDeadline(deadline, dayIn(circle.time_zone, now));
    if (error !== undefined) throw new DomainError(error, { path: ["deadline"] });
    await closeIfDue(tx, secrets, circle, now);
    const closesAt = deadline === null ? null : endOfDayIn(circle.time_zone, deadline);
    const isLimited = config.rateLimits && circle.is_anonymous;
    if (isLimited && (await isReopenedTooOften(tx, circle, now))) return "reopenings_exhausted";
    const isReopened = await markCircleOpen(tx, circle, {
      deadline,
      closes_at: closesAt,
      updated_at: now,
    });
    return isReopened ? undefined : "circle_closed_for_good";
  });
  // This is thrown outside the transaction: if the job was late, the circle was closed inside, which must be stored.
  if (refusal !== undefined) throw new DomainError(refusal);
}
