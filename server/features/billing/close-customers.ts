import { hourMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CustomerRow } from "./customer-queries.ts";
import { paymentProviders } from "./providers.ts";

/** By then a provider's search finds customers who were created a moment before the account was erased. */
const searchedAfterMs = hourMs;

/**
 * Ends an erased owner's subscriptions and open checkouts at the providers and deletes them as a customer, soon after the
 * commit, and once more an hour later: a customer who was created just before a process ended has an id that we do not
 * know, and is found by the account's. Call it in the transaction that erases the account, after its jobs are deleted.
 */
export async function closeCustomers(
  tx: Tx,
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  customers: readonly CustomerRow[],
): Promise<void> {
  for (const { provider, provider_id, user_id } of customers) {
    if (isBuiltIn(provider)) continue;
    const payload = { provider, customer_id: provider_id, user_id };
    await jobs.enqueue(tx, "close_customer", payload);
    const startAfter = new Date(clock.now().getTime() + searchedAfterMs);
    await jobs.enqueue(tx, "close_customer", payload, { startAfter });
  }
}

/** Its books are rows of the account and go with it. */
function isBuiltIn(provider: string): boolean {
  return paymentProviders.some((known) => known.name === provider && known.isBuiltIn);
}
