import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { lockCustomersOf } from "./customer-queries.ts";
import { paymentProviders } from "./providers.ts";

/**
 * Ends an owner's subscription and open checkouts at the providers and deletes them as a customer, soon after
 * the commit. Call it in the transaction that erases the account, before its rows go: the job carries only the
 * provider's id.
 */
export async function closeCustomers(tx: Tx, jobs: Jobs, userId: string): Promise<void> {
  for (const { provider, provider_id } of await lockCustomersOf(tx, userId)) {
    if (provider_id === null || isBuiltIn(provider)) continue;
    await jobs.enqueue(tx, "close_customer", { provider, customer_id: provider_id });
  }
}

/** Its books are rows of the account and go with it. */
function isBuiltIn(provider: string): boolean {
  return paymentProviders.some((known) => known.name === provider && known.isBuiltIn);
}
