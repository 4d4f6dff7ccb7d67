import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { BillingDeps } from "../billing-deps.ts";
import { type CustomerKey, lockCustomer } from "../customers/customer-queries.ts";
import { enqueueObsoleteCheckouts } from "../events/sync-with-provider.ts";
import { countCredits, findCredit, updatePurchase } from "../purchase-queries.ts";
import { refuseUnlock } from "./checkout-rules.ts";
import { findUnlocks } from "./find-unlocks.ts";

/**
 * Unlocks a circle with the oldest unused unlock. If the button is clicked twice, the second call finds the circle
 * unlocked.
 * @returns how many unused unlocks are left
 * @throws DomainError billing_off, credits_none, circle_not_found, and what `refuseUnlock` says
 */
export async function redeemCredit(
  deps: BillingDeps,
  owner: OwnerId,
  circleId: string,
): Promise<number> {
  const { db, clock, payments } = deps;
  if (payments === undefined) throw new DomainError("billing_off");
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockCustomer(tx, key, now);
    const refusal = refuseUnlock(await findUnlocks(tx, owner, { key, circleId, now }));
    if (refusal !== undefined) throw new DomainError(refusal);
    const credit = await findCredit(tx, key);
    if (credit === undefined) throw new DomainError("credits_none");
    await updatePurchase(tx, credit.id, { ...credit, circle_id: circleId, used_at: now });
    await enqueueObsoleteCheckouts({ ...deps, payments }, tx, key);
    return countCredits(tx, key);
  });
}
