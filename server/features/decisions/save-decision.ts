import { isDeepStrictEqual } from "node:util";
import type { Decision, DecisionChanges } from "#contract/decisions.ts";
import { dayIn } from "#contract/values/days.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { lockDecision, replaceDecision, type StoredDecision } from "./queries.ts";
import { toDecision } from "./to-decision.ts";

/**
 * A call that changes nothing keeps the version. A closing letter that was sent stays as it was sent. Source:
 * docs/product.md, Decisions. @throws DomainError circle_not_found
 */
export async function saveDecision(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  circleId: string,
  changes: DecisionChanges,
): Promise<Decision> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const circle = await loadOwnedCircle(tx, owner, circleId);
    const before = await lockDecision(tx, circle, now);
    const after = withChanges(before, changes, dayIn(circle.time_zone, now));
    if (isDeepStrictEqual(after, before)) return toDecision(circle, before, now);
    const row = { ...after, version: before.version + 1, updated_at: now };
    await replaceDecision(tx, row);
    return toDecision(circle, row, now);
  });
}

function withChanges(
  before: StoredDecision,
  changes: DecisionChanges,
  today: string,
): StoredDecision {
  const { path, fields, review_date, prediction, confidence, what_happened, came_true, closing } =
    changes;
  const isPast = review_date !== undefined && review_date !== null && review_date < today;
  return {
    ...before,
    path: path === undefined ? before.path : path,
    fields: {
      affirm: { ...before.fields.affirm, ...fields?.affirm },
      experiment: { ...before.fields.experiment, ...fields?.experiment },
      pause: { ...before.fields.pause, ...fields?.pause },
      mentor: { ...before.fields.mentor, ...fields?.mentor },
    },
    review_date: review_date === undefined ? before.review_date : review_date,
    // There is no reminder for a day that had passed when it was chosen.
    reminder_requested_for: isPast ? review_date : before.reminder_requested_for,
    prediction: prediction ?? before.prediction,
    confidence: confidence === undefined ? before.confidence : confidence,
    what_happened: what_happened ?? before.what_happened,
    came_true: came_true === undefined ? before.came_true : came_true,
    closing: before.closing_sent_at === null ? { ...before.closing, ...closing } : before.closing,
  };
}
