import { limits } from "#contract/limits.ts";
import { addDays, dayIn } from "#contract/values/days.ts";
import { deleteSealedAnswers } from "#server/access/encryption/sealed-answers.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { ClosedBy, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteReceipts } from "#server/features/feedback/receipt-queries.ts";
import { hasEnoughAnswers, releaseAnswers } from "#server/features/feedback/release-answers.ts";
import { remindOfExtension } from "#server/features/invites/emails/remind-people.ts";
import type { InvitingDeps } from "#server/features/invites/invitation-limits.ts";
import { forgetWhoAnswered } from "#server/features/invites/queries.ts";
import { endOfDayIn } from "#server/system/days.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  type CircleRow,
  extendDeadline,
  listDueCircles,
  lockDueCircle,
  markCircleClosed,
} from "./queries.ts";

const batchSize = 100;

/**
 * Closes a circle for its owner, as of now or, if its deadline has passed, as of then. The closing of an anonymous
 * circle releases its answers, or deletes them if there are fewer than three. A closed circle stays as it is.
 * @throws DomainError circle_not_found
 */
export async function closeOwnCircle(
  deps: InvitingDeps,
  owner: OwnerId,
  circleId: string,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await lockOwnedCircle(tx, owner, circleId, "any");
    await closeIfDue(tx, deps, circleId, now);
    const circle = await lockOwnedCircle(tx, owner, circleId, "any");
    await closeCircle(tx, deps, circle, { closed_at: now, closed_by: "owner" }, now);
  });
}

/**
 * Closes the circles whose deadline day has ended in their owner's time zone, or one owner's. Each is closed as of the
 * last moment of that day, however late this runs.
 * @returns whether there may be more than the batch that was closed
 */
export async function closeDueCircles(deps: InvitingDeps, owner?: OwnerId): Promise<boolean> {
  const now = deps.clock.now();
  const due = await listDueCircles(deps.db, now, { owner, limit: batchSize });
  let failure: unknown;
  for (const id of due) {
    try {
      await inTransaction(deps.db, (tx) => closeIfDue(tx, deps, id, now));
    } catch (error) {
      // The others are closed all the same.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return due.length === batchSize;
}

/**
 * Closes a circle whose deadline has passed. An anonymous circle that fewer than three people have answered stays open
 * three days longer instead, once. Runs in the caller's transaction, which holds a lock on the circle's row from here on.
 */
async function closeIfDue(tx: Tx, deps: InvitingDeps, circleId: string, now: Date): Promise<void> {
  const circle = await lockDueCircle(tx, circleId, now);
  if (circle === undefined) return;
  const timeZone = circle.time_zone ?? "UTC";
  const mayExtend = circle.is_anonymous && !circle.is_extended;
  if (mayExtend && !(await hasEnoughAnswers(tx, circle.id))) {
    const deadline = addDays(dayIn(timeZone, now), limits.extensionDays - 1);
    const closesAt = endOfDayIn(timeZone, deadline);
    await extendDeadline(tx, circle.id, { deadline, closes_at: closesAt, updated_at: now });
    await remindOfExtension(tx, deps, circle.id);
    return;
  }
  // The last moment of the deadline day: a circle closes as of then, however late this runs.
  const closedAt = new Date(circle.closes_at.getTime() - 1);
  await closeCircle(tx, deps, circle, { closed_at: closedAt, closed_by: "deadline" }, now);
}

async function closeCircle(
  tx: Tx,
  { secrets }: InvitingDeps,
  circle: Pick<CircleRow, "id" | "is_anonymous" | "questions" | "time_zone"> & { user_id: string },
  closing: { closed_at: Date; closed_by: ClosedBy },
  now: Date,
): Promise<void> {
  if (!(await markCircleClosed(tx, circle.id, closing))) return;
  if (!circle.is_anonymous) {
    if (await deleteReceipts(tx, circle.id)) await requestDiskCleanup(tx, now);
    return;
  }
  await releaseAnswers(tx, secrets, circle, dayIn(circle.time_zone ?? "UTC", closing.closed_at));
  await noteClosing(tx, secrets, circle.id, now);
}

async function noteClosing(tx: Tx, secrets: Secrets, circleId: string, now: Date): Promise<void> {
  await requestDiskCleanup(tx, now);
  await noteErasures(tx, secrets, "closing", [circleId]);
}

/**
 * Closes an anonymous circle that a backup has opened again although it had closed. Its answers are deleted unread:
 * together with those that the owner has read since, they would show who wrote what.
 * @returns whether the backup had opened it
 */
export function reapplyClosing(
  { db, clock, secrets }: Pick<InvitingDeps, "db" | "clock" | "secrets">,
  circleId: string,
): Promise<boolean> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const closing = { closed_at: now, closed_by: "restore" } as const;
    if (!(await markCircleClosed(tx, circleId, closing))) return false;
    await deleteSealedAnswers(tx, circleId);
    await forgetWhoAnswered(tx, circleId);
    await noteClosing(tx, secrets, circleId, now);
    return true;
  });
}
