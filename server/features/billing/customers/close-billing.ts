import { dayMs, hourMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { listUnpaidCheckouts } from "../checkout-queries.ts";
import { endedSyncDays } from "../provider.ts";
import { paymentProviders } from "../providers.ts";
import { listUnendedSubscriptions } from "../subscription-queries.ts";
import { type CustomerRow, lockCustomers } from "./customer-queries.ts";

/** After this time, a provider's search finds customers who were created a moment before the account was erased. */
const searchedAfterMs = hourMs;

/** What an owner has at the providers, read before the account's rows are deleted. */
export interface BillingToClose {
  customers: readonly CustomerRow[];
  /** Checkouts that have been paid, or may still be, although no purchase from them is known here. */
  checkouts: readonly { provider: string; provider_id: string }[];
  /** Subscriptions that may be charged again before they are ended. */
  subscriptions: readonly { provider: string; provider_id: string }[];
}

/**
 * Returns what has to be closed, and locks the owner as a customer, so that nothing is bought or opened for them until
 * the account is gone.
 */
export async function findBillingToClose(
  tx: Tx,
  clock: Clock,
  userId: string,
): Promise<BillingToClose> {
  const customers = await lockCustomers(tx, userId);
  const since = new Date(clock.now().getTime() - endedSyncDays * dayMs);
  return {
    customers,
    checkouts: await listUnpaidCheckouts(tx, userId, since),
    subscriptions: await listUnendedSubscriptions(tx, userId),
  };
}

/**
 * Ends an erased owner's subscriptions and open checkouts at the providers and deletes them as a customer there, soon
 * after the commit and again an hour later: if a process ended just after it had created a customer, we do not know
 * that customer's id, and search for it by the account's id. Refunds what is paid without unlocking anything. Call it in the transaction that erases the account, after its jobs are
 * deleted.
 */
export async function closeBilling(
  tx: Tx,
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  { customers, checkouts, subscriptions }: BillingToClose,
): Promise<void> {
  const now = clock.now().getTime();
  const since = new Date(now).toISOString();
  // Only this transaction knows for certain that we sold these and that their buyer is gone. Later, nobody could tell
  // that of a checkout that is unknown here: it may be unknown because a backup was restored, or in a copy of the
  // database.
  for (const { provider, provider_id } of checkouts) {
    if (isBuiltIn(provider)) continue;
    await jobs.enqueue(tx, "refund_erased_checkout", { provider, checkout: provider_id });
  }
  for (const { provider, provider_id } of subscriptions) {
    if (isBuiltIn(provider)) continue;
    const payload = { provider, subscription: provider_id, since };
    await jobs.enqueue(tx, "refund_erased_subscription", payload);
  }
  for (const { provider, provider_id, user_id } of customers) {
    if (isBuiltIn(provider)) continue;
    const payload = { provider, customer_id: provider_id, user_id };
    await jobs.enqueue(tx, "close_customer", payload);
    const startAfter = new Date(now + searchedAfterMs);
    await jobs.enqueue(tx, "close_customer", payload, { startAfter });
  }
}

/** A built-in provider's records are rows of the account and are deleted with it. */
function isBuiltIn(provider: string): boolean {
  return paymentProviders.some((known) => known.name === provider && known.isBuiltIn);
}
