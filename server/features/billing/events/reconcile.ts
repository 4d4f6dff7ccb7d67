import { dayMs, hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { reportBillingProblems } from "../billing-problems.ts";
import {
  failCheckoutRequest,
  listFailedCheckouts,
  listPaidSingles,
  listUnfinishedCheckouts,
} from "../checkout-queries.ts";
import {
  type CustomerKey,
  findCustomer,
  listCustomerIds,
  listCustomersToReconcile,
} from "../customers/customer-queries.ts";
import { deleteEventsBefore, listUnhandledEvents } from "../event-queries.ts";
import { endedSyncDays } from "../provider.ts";
import { listPaymentIds } from "../subscription-queries.ts";
import { disputedSyncDays, paymentSyncDays, restoreSingles } from "./restore-singles.ts";
import { syncCheckout, syncSubscriptionPayment, syncSubscriptions } from "./sync-with-provider.ts";

const batchSize = 500;
const eventsKeptDays = 90;
/** Nobody abandons this many payment pages by accident. */
const maxFailedCheckouts = 50;

/**
 * The nightly comparison with the provider, which makes up for lost events. It enqueues one job for each customer whose
 * data may have changed, each retried separately. Events whose job was given up are processed again; old ones are
 * deleted. The log says what the operator has to correct.
 */
export async function reconcileAll(deps: EnabledBillingDeps): Promise<void> {
  const { db, clock, payments } = deps;
  const now = clock.now().getTime();
  const daysAgo = (days: number) => new Date(now - days * dayMs);
  const userIds = await listCustomersToReconcile(db, payments.name, {
    endedSince: daysAgo(endedSyncDays),
    openedSince: daysAgo(paymentSyncDays + endedSyncDays),
    paidSince: daysAgo(paymentSyncDays),
    disputedSince: daysAgo(disputedSyncDays),
  });
  for (let from = 0; from < userIds.length; from += batchSize) {
    await enqueueCustomers(deps, userIds.slice(from, from + batchSize));
  }
  const unhandled = await listUnhandledEvents(db, payments.name, new Date(now - hourMs));
  await inTransaction(db, async (tx) => {
    for (const { id } of unhandled) {
      await deps.jobs.enqueue(tx, "handle_billing_event", { event_id: id }, { singletonKey: id });
    }
  });
  await deleteEventsBefore(db, daysAgo(eventsKeptDays));
  await reportBillingProblems(deps);
}

/**
 * Enqueues the comparison of every customer with the provider, including those about whom a restored backup has nothing
 * recent.
 */
export async function reconcileEveryCustomer(
  deps: Pick<EnabledBillingDeps, "db" | "jobs">,
): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const userIds = await listCustomerIds(deps.db, after, batchSize);
    await enqueueCustomers(deps, userIds);
    after = userIds.at(-1) ?? after;
    if (userIds.length < batchSize) break;
  }
}

async function enqueueCustomers(
  { db, jobs }: Pick<EnabledBillingDeps, "db" | "jobs">,
  userIds: readonly string[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const userId of userIds) {
      await jobs.enqueue(tx, "reconcile_customer", { user_id: userId }, { singletonKey: userId });
    }
  });
}

/** Asks the provider about everything of one owner that may have changed, including old payments. */
export async function reconcileCustomer(deps: EnabledBillingDeps, userId: string): Promise<void> {
  const { db, clock, payments } = deps;
  const key: CustomerKey = { user_id: userId, provider: payments.name };
  const customer = await findCustomer(db, key);
  if (customer === undefined) return;
  // What decides about access today is synced first, so that an old payment that cannot be read does not prevent it.
  await syncSubscriptionsAndOpenCheckouts(deps, userId);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const since = daysAgo(paymentSyncDays);
  await restoreSingles(deps, customer);
  const paid = { boughtSince: since, disputedSince: daysAgo(disputedSyncDays) };
  for (const checkout of await listPaidSingles(db, key, paid)) {
    await syncCheckout(deps, checkout);
  }
  // If a wrong key was set for a while, the provider seemed not to know what was paid in its account.
  const failed = await listFailedCheckouts(db, key, {
    since: daysAgo(endedSyncDays),
    limit: maxFailedCheckouts,
  });
  for (const checkout of failed) await syncCheckout(deps, checkout);
  for (const paymentId of await listPaymentIds(db, key, since)) {
    await syncSubscriptionPayment(deps, customer, paymentId);
  }
}

/**
 * Asks the provider only about an owner's subscriptions and open checkouts: these are few calls, so a person can wait
 * for them.
 */
export async function syncSubscriptionsAndOpenCheckouts(
  deps: EnabledBillingDeps,
  userId: string,
): Promise<void> {
  const { db, clock, payments } = deps;
  const key: CustomerKey = { user_id: userId, provider: payments.name };
  const customer = await findCustomer(db, key);
  if (customer === undefined) return;
  await syncSubscriptions(deps, customer);
  for (const checkout of await listUnfinishedCheckouts(db, key)) {
    if (checkout.provider_id !== null) await syncCheckout(deps, checkout);
    else if (checkout.created_at.getTime() < clock.now().getTime() - dayMs) {
      await failCheckoutRequest(db, checkout.id);
    }
  }
}
