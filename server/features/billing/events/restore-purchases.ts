import { hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { findCheckout } from "../checkout-queries.ts";
import { lockCustomer, storeCustomerId } from "../customers/customer-queries.ts";
import { lockAccount } from "../event-queries.ts";
import { reconcileEveryCustomer } from "./reconcile.ts";

/** A backup may have begun a moment earlier, and clocks differ. */
const earlier = (since: Date) => new Date(since.getTime() - hourMs);

/**
 * Stores again what the provider knows was bought since the restored backup was made. Unknown checkouts end first, and
 * unknown customers are stored: otherwise a second subscription could be sold beside one that is still charged.
 */
export async function restorePurchases(deps: EnabledBillingDeps, since: Date): Promise<void> {
  await endUnknownCheckouts(deps, since);
  await restoreCustomers(deps, since);
  await reconcileEveryCustomer(deps);
}

async function endUnknownCheckouts(
  { db, payments }: EnabledBillingDeps,
  since: Date,
): Promise<void> {
  for (const { provider_id, checkout_id } of await payments.listOpenCheckouts(earlier(since))) {
    const known = await findCheckout(db, checkout_id);
    // The click that has just started it may not have stored the provider's id yet.
    const isNew = known !== undefined && known.created_at > since;
    if (known?.provider_id !== provider_id && !isNew) await payments.endCheckout(provider_id);
  }
}

async function restoreCustomers(deps: EnabledBillingDeps, since: Date): Promise<void> {
  const { db, clock, log, payments } = deps;
  const created = await payments.listCustomers(earlier(since));
  for (const { customer_id, user_id } of created) {
    const key = { user_id, provider: payments.name };
    const knownId = await inTransaction(db, async (tx) => {
      if ((await lockAccount(tx, user_id)) === undefined) return undefined;
      await lockCustomer(tx, key, clock.now());
      return storeCustomerId(tx, key, customer_id, null);
    });
    if (knownId === customer_id) continue;
    if (knownId === undefined) {
      log.error(
        { provider: payments.name, customer_id },
        "a customer at the payment provider belongs to an account that was created after the backup and is lost: cancel and refund what they have bought",
      );
      continue;
    }
    log.error(
      { provider: payments.name, customer_id, known_id: knownId },
      "an owner has two customers at the payment provider since the backup was made: see what the unknown one has bought",
    );
  }
}
