import { confidences, type Decision } from "#contract/decisions.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { StoredDecision } from "./queries.ts";

export function toDecision(
  { id: circleId, time_zone }: Pick<OwnedCircle, "id" | "time_zone">,
  row: StoredDecision,
  now: Date,
): Decision {
  const hasCome = row.review_date !== null && row.review_date <= dayIn(time_zone, now);
  return {
    circle_id: circleId,
    version: row.version,
    path: row.path,
    fields: row.fields,
    review_date: row.review_date,
    prediction: row.prediction,
    confidence: confidences.find((percent) => percent === row.confidence) ?? null,
    what_happened: row.what_happened,
    came_true: row.came_true,
    can_review: hasCome || row.what_happened !== "" || row.came_true !== null,
    closing: {
      ...row.closing,
      sent_on: row.closing_sent_at && dayIn(time_zone, row.closing_sent_at),
      sent_count: row.closing_sent_count,
    },
  };
}
