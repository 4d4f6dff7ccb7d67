import type { Review } from "#contract/decisions.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { listReviewedDecisions } from "./queries.ts";
import { toDecision } from "./to-decision.ts";

/** Every decision in which the owner has written a prediction or what happened. Source: docs/product.md, Decisions. */
export async function listReviews(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
): Promise<Review[]> {
  const now = clock.now();
  const rows = await listReviewedDecisions(db, owner);
  return rows.map(({ time_zone, ...row }) =>
    toDecision({ id: row.circle_id, time_zone: time_zone ?? "UTC" }, row, now),
  );
}
