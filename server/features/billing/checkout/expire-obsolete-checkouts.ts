import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { type CheckoutRow, listUnfinishedCheckouts } from "../checkout-queries.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";
import { syncCheckout } from "../events/sync-with-provider.ts";
import { canBeUnlocked, findCredit } from "../purchase-queries.ts";
import { findLiveSubscription, findUnlockingSubscription } from "../subscription-queries.ts";

/**
 * Ends open checkouts at the provider if they sell what is already unlocked or what an unused unlock can unlock, or a
 * second subscription, so that a forgotten tab takes no money. A checkout that is paid anyway counts: its unlock is
 * kept. One that cannot be ended does not keep the others open; the job then tries again.
 */
export async function expireObsoleteCheckouts(
  deps: EnabledBillingDeps,
  userId: string,
): Promise<void> {
  const { db, payments } = deps;
  const key: CustomerKey = { user_id: userId, provider: payments.name };
  const errors: unknown[] = [];
  for (const checkout of await listUnfinishedCheckouts(db, key)) {
    if (checkout.provider_id === null || !(await isObsolete(deps, key, checkout))) continue;
    try {
      await payments.endCheckout(checkout.provider_id);
      await syncCheckout(deps, checkout);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some checkouts could not be ended.");
}

/**
 * Whether an open checkout sells something that has been unlocked or deleted since, or that an unlock bought since can
 * unlock.
 */
export async function isObsolete(
  { db, clock }: EnabledBillingDeps,
  key: CustomerKey,
  { state, circle_id, kind }: Pick<CheckoutRow, "state" | "circle_id" | "kind">,
): Promise<boolean> {
  if (state !== "open") return false;
  const now = clock.now();
  if ((await findUnlockingSubscription(db, key, now)) !== undefined) return true;
  if (kind !== "single") return (await findLiveSubscription(db, key, now)) !== undefined;
  if (circle_id === null) return false;
  return inTransaction(
    db,
    async (tx) =>
      (await findCredit(tx, key)) !== undefined || !(await canBeUnlocked(tx, key, circle_id)),
  );
}
