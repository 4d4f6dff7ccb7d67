import { dayMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { restoreCheckout } from "../checkout-queries.ts";
import { type CustomerRow, lockKnownCustomer } from "../customers/customer-queries.ts";
import { syncCheckout } from "./sync-with-provider.ts";

/** Longer than the time in which a payment can be refunded or disputed. */
export const paymentSyncDays = 180;

/** For how long after a payment its dispute may still be won: a bank takes months to decide, and again after an appeal. */
export const disputedSyncDays = 540;

/**
 * Stores an owner's purchases that a restored backup does not know; also completes an earlier attempt that was
 * interrupted.
 */
export async function restoreSingles(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
): Promise<void> {
  const { db, clock, payments } = deps;
  const { user_id, provider, provider_id: customerId } = customer;
  if (customerId === null) return;
  const since = new Date(clock.now().getTime() - paymentSyncDays * dayMs);
  const singles = await payments.listCompletedCheckouts(
    { customer_id: customerId, user_id },
    since,
  );
  for (const { checkout_id: id, ...single } of singles) {
    const restored = await inTransaction(db, async (tx) => {
      if ((await lockKnownCustomer(tx, customer)) === undefined) return undefined;
      const key = { user_id, provider };
      return restoreCheckout(tx, { ...single, ...key, id, kind: "single" });
    });
    if (restored !== undefined) await syncCheckout(deps, restored);
  }
}
