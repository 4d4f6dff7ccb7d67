import { DomainError } from "#contract/errors.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { countReleasedFeedback } from "#server/features/feedback/queries.ts";
import { visibilityOf } from "#server/features/feedback/read-results.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";
import { canBeUnlocked } from "../purchase-queries.ts";
import { findUnlockingSubscription } from "../subscription-queries.ts";

/**
 * Requires that an unlock of this circle would be useful: no unlock is sold or used for a circle that has nothing to
 * read or is already unlocked. Source: docs/product.md, Paywall.
 * @throws DomainError circle_not_found, already_subscribed, already_unlocked, unlock_none_yet, unlock_sealed,
 * unlock_too_few
 */
export async function requireUnlockable(
  tx: Tx,
  owner: OwnerId,
  customer: CustomerKey,
  circleId: string,
  now: Date,
): Promise<void> {
  const circle = await loadOwnedCircle(tx, owner, circleId);
  if ((await findUnlockingSubscription(tx, customer, now)) !== undefined) {
    throw new DomainError("already_subscribed");
  }
  if (!(await canBeUnlocked(tx, customer, circle.id))) throw new DomainError("already_unlocked");
  const readableCount = await countReleasedFeedback(tx, circle);
  switch (visibilityOf(circle, readableCount)) {
    case "readable":
      return;
    case "none_yet":
      throw new DomainError("unlock_none_yet");
    case "sealed":
      throw new DomainError("unlock_sealed");
    case "too_few":
      throw new DomainError("unlock_too_few");
  }
}
