import { dayMs, hourMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { listUnpaidCheckouts } from "./checkout-queries.ts";
import { type CustomerRow, lockCustomersOf } from "./customer-queries.ts";
import { pendingPaymentDays } from "./pending-payment-days.ts";
import { paymentProviders } from "./providers.ts";
import { listUnendedSubscriptions } from "./subscription-queries.ts";

/** By then a provider's search finds customers who were created a moment before the account was erased. */
const searchedAfterMs = hourMs;

/** What an owner has at the providers, read before the account's rows are deleted. */
export interface BillingToClose {
  customers: readonly CustomerRow[];
  /** Those that may have been paid, or may yet be, without anything bought by them here. */
  checkouts: readonly { provider: string; provider_id: string }[];
  /** Those that may be charged again before they are ended. */
  subscriptions: readonly { provider: string; provider_id: string }[];
}

/** Locks an owner as a customer, so that nothing is bought or opened for them until the account is gone. */
export async function findBillingToClose(
  tx: Tx,
  clock: Clock,
  userId: string,
): Promise<BillingToClose> {
  const customers = await lockCustomersOf(tx, userId);
  const since = new Date(clock.now().getTime() - pendingPaymentDays * dayMs);
  return {
    customers,
    checkouts: await listUnpaidCheckouts(tx, userId, since),
    subscriptions: await listUnendedSubscriptions(tx, userId),
  };
}

/**
 * Ends an erased owner's subscriptions and open checkouts at the providers and deletes them as a customer, soon after the
 * commit, and once more an hour later: a customer who was created just before a process ended has an id that we do not
 * know, and is found by the account's. What was paid for nothing, until the checkouts and subscriptions have ended, is
 * refunded. Call it in the transaction that erases the account, after its jobs are deleted.
 */
export async function closeBilling(
  tx: Tx,
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  { customers, checkouts, subscriptions }: BillingToClose,
): Promise<void> {
  const now = clock.now().getTime();
  const since = new Date(now).toISOString();
  const until = new Date(now + pendingPaymentDays * dayMs).toISOString();
  // Only this transaction knows for certain that we sold it and that its buyer is gone: of a checkout that is unknown here,
  // as after a backup was restored or in a copy of the database, nobody could say that.
  for (const { provider, provider_id } of checkouts) {
    if (isBuiltIn(provider)) continue;
    await jobs.enqueue(tx, "refund_erased_checkout", { provider, checkout: provider_id, until });
  }
  for (const { provider, provider_id } of subscriptions) {
    if (isBuiltIn(provider)) continue;
    const payload = { provider, subscription: provider_id, since, until };
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

/** Its books are rows of the account and go with it. */
function isBuiltIn(provider: string): boolean {
  return paymentProviders.some((known) => known.name === provider && known.isBuiltIn);
}
