import { hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { lockCustomer, storeCustomerId } from "../customer-queries.ts";
import { lockAccount } from "../event-queries.ts";
import { reconcileEveryCustomer } from "./reconcile.ts";

/** A backup may have been begun a moment before, and clocks differ. */
const marginMs = hourMs;

/**
 * Finds at the provider what was bought since a backup that was restored. The customers that this server has created since
 * are made known again: otherwise a second subscription would be sold beside one that goes on being charged. Then every
 * customer is compared, also those of whom the database knows nothing recent.
 */
export async function recallPurchases(deps: EnabledBillingDeps, since: Date): Promise<void> {
  await recallCustomers(deps, since);
  await reconcileEveryCustomer(deps);
}

async function recallCustomers(deps: EnabledBillingDeps, since: Date): Promise<void> {
  const { db, clock, log, payments } = deps;
  const created = await payments.listCustomers(new Date(since.getTime() - marginMs));
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
        "a customer at the payment provider is of an account that is lost with what came after the backup: cancel and refund what they have bought",
      );
      continue;
    }
    log.error(
      { provider: payments.name, customer_id, known_id: knownId },
      "an owner has two customers at the payment provider since the backup was made: see what the one that is not known has bought",
    );
  }
}
