import { limits } from "#contract/limits.ts";
import { dayIn } from "#contract/values/days.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { isOpenCircle, lockOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { releaseAtClosing } from "#server/features/feedback/release-answers.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { markCircleClosed, markClosingFinal } from "./queries.ts";

/**
 * Closes a circle as of `closed_at` and processes the waiting answers. The closing is final if it releases one or two
 * answers of an anonymous circle. A closed circle stays as it is. Runs in the caller's transaction, which holds a lock
 * on the circle's row from here on. Source: docs/product.md, The life of a paraline; Anonymity.
 * @returns whether it was open
 */
export async function closeCircle(
  tx: Tx,
  secrets: Secrets,
  circle: { id: string; is_anonymous: boolean; time_zone: string | null },
  { closed_at, now }: { closed_at: Date; now: Date },
): Promise<boolean> {
  if (!(await markCircleClosed(tx, circle.id, closed_at))) return false;
  if (circle.is_anonymous) {
    const releasedOn = dayIn(circle.time_zone ?? "UTC", closed_at);
    const releasedCount = await releaseAtClosing(tx, secrets, circle, {
      released_on: releasedOn,
      now,
    });
    if (releasedCount > 0 && releasedCount < limits.releaseAnswers) {
      await markClosingFinal(tx, circle.id);
      await noteErasures(tx, secrets, "closed for good", [circle.id]);
    }
  }
  return true;
}

/** The last moment of a deadline day. A circle closes as of this moment, however late the job runs. */
export function closingInstant(closesAt: Date): Date {
  return new Date(closesAt.getTime() - 1);
}

/**
 * Closes a circle whose deadline has passed, if the job that does so is late. Runs in the caller's transaction, which
 * holds a lock on the circle's row.
 */
export async function closeIfDue(
  tx: Tx,
  secrets: Secrets,
  circle: OwnedCircle,
  now: Date,
): Promise<void> {
  if (circle.status !== "active" || circle.closes_at === null || isOpenCircle(circle, now)) return;
  await closeCircle(tx, secrets, circle, { closed_at: closingInstant(circle.closes_at), now });
}

/**
 * Closes a circle for its owner, as of now or, if its deadline has passed, as of then. A closed circle stays as it is.
 * @throws DomainError circle_not_found
 */
export async function closeOwnCircle(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  owner: OwnerId,
  circleId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    await closeIfDue(tx, secrets, circle, now);
    await closeCircle(tx, secrets, circle, { closed_at: now, now });
  });
}
