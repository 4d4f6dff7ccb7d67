import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { countAnswersToUnlock } from "#server/features/feedback/queries.ts";
import { findVisibility } from "#server/features/feedback/read-results.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";
import { canBeUnlocked } from "../purchase-queries.ts";
import { findUnlockingSubscription } from "../subscription-queries.ts";
import type { Unlocks } from "./checkout-rules.ts";

/**
 * Finds what an owner has that decides whether a circle, or nothing in particular (null), may be unlocked.
 * @throws DomainError circle_not_found
 */
export async function findUnlocks(
  tx: Tx,
  owner: OwnerId,
  { key, circleId, now }: { key: CustomerKey; circleId: string | null; now: Date },
): Promise<Unlocks> {
  const circle = circleId === null ? undefined : await loadOwnedCircle(tx, owner, circleId);
  return {
    isSubscribed: (await findUnlockingSubscription(tx, key, now)) !== undefined,
    circle: circle && {
      isUnlocked: !(await canBeUnlocked(tx, key, circle.id)),
      visibility: findVisibility(circle, await countAnswersToUnlock(tx, circle)),
    },
  };
}
