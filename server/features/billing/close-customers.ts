import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { lockCustomersOf } from "./customer-queries.ts";
import { payment_providers } from "./providers.ts";

/**
 * Has the providers end an owner's subscription and open checkouts and forget them, soon after the commit. Belongs in
 * the transaction that erases the account, before its rows go: the job carries the provider's id alone.
 */
export async function closeCustomers(tx: Tx, jobs: Jobs, user_id: string): Promise<void> {
  for (const { provider, provider_id } of await lockCustomersOf(tx, user_id)) {
    if (provider_id === null || keepsBooksHere(provider)) continue;
    await jobs.enqueue(tx, "close_customer", { provider, customer_id: provider_id });
  }
}

/** Its books are rows of the account and go with it. */
function keepsBooksHere(provider: string): boolean {
  return payment_providers.some(({ name, is_built_in }) => name === provider && is_built_in);
}
