import { hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { lockCustomer, storeCustomerId } from "../customer-queries.ts";
import { lockAccount } from "../event-queries.ts";
import { reconcileEveryCustomer } from "./reconcile.ts";

/** A backup may have begun a moment earlier, and clocks differ. */
const marginMs = hourMs;

/**
 * Stores again what the provider knows was bought since the restored backup was made. First come the customers that
 * this server has created since then: otherwise a second subscription could be sold beside one that is still charged.
 * Then every customer is compared with the provider, even if nothing recent is stored about them.
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
