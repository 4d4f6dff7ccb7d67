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
} from "../customer-queries.ts";
import { deleteEventsBefore, listUnhandledEvents } from "../event-queries.ts";
import { listPaymentIds } from "../subscription-queries.ts";
import { paymentSyncDays, recallSingles } from "./recall-singles.ts";
import {
  endedSyncDays,
  syncCheckout,
  syncSubscriptionPayment,
  syncSubscriptions,
} from "./sync-with-provider.ts";

const batchSize = 500;
const eventsKeptDays = 90;
/** Nobody abandons this many payment pages by accident. */
const maxFailedCheckouts = 50;

/**
 * The nightly comparison with the provider, which makes up for lost events: one job for each customer of whom anything may
 * have changed, each retried separately. Events whose processing was given up are processed once more; old ones are
 * removed. The log says what the operator has to correct.
 */
export async function reconcileAll(deps: EnabledBillingDeps): Promise<void> {
  const { db, clock, payments } = deps;
  const now = clock.now().getTime();
  const daysAgo = (days: number) => new Date(now - days * dayMs);
  const userIds = await listCustomersToReconcile(db, payments.name, {
    endedSince: daysAgo(endedSyncDays),
    openedSince: daysAgo(paymentSyncDays + endedSyncDays),
    paidSince: daysAgo(paymentSyncDays),
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

/** Has every customer compared, also those of whom a restored backup knows nothing recent. */
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

/** Asks the provider about everything of one owner that may have changed, old payments too. */
export async function reconcileCustomer(deps: EnabledBillingDeps, userId: string): Promise<void> {
  const { db, clock, payments } = deps;
  const key: CustomerKey = { user_id: userId, provider: payments.name };
  const customer = await findCustomer(db, key);
  if (customer === undefined) return;
  // What decides about access today comes first, so that an old payment that cannot be read does not stop it.
  await syncSubscriptionsAndOpenCheckouts(deps, userId);
  const since = new Date(clock.now().getTime() - paymentSyncDays * dayMs);
  await recallSingles(deps, customer);
  for (const checkout of await listPaidSingles(db, key, since)) {
    await syncCheckout(deps, checkout);
  }
  // While a wrong key was set, the provider seemed not to know what was paid there.
  const failed = await listFailedCheckouts(db, key, {
    since: new Date(clock.now().getTime() - endedSyncDays * dayMs),
    limit: maxFailedCheckouts,
  });
  for (const checkout of failed) await syncCheckout(deps, checkout);
  for (const paymentId of await listPaymentIds(db, key, since)) {
    await syncSubscriptionPayment(deps, customer, paymentId);
  }
}

/**
 * Asks the provider for an owner's subscriptions and open checkouts only: few calls, so that someone may wait for them.
 */
export async function syncSubscriptionsAndOpenCheckouts(
  deps: EnabledBillingDeps,
  userId: string,
): Promise<void> {
  const { db, clock, payments } = deps;
  const key: CustomerKey = { user_id: userId, provider: payments.name };
  const customer = await findCustomer(db, key);
  if (customer === undefined) return;
  // First, so that a checkout that seems unknown, as one begun with the key of another account, does not stop it.
  await syncSubscriptions(deps, customer);
  for (const checkout of await listUnfinishedCheckouts(db, key)) {
    if (checkout.provider_id !== null) await syncCheckout(deps, checkout);
    else if (checkout.created_at.getTime() < clock.now().getTime() - dayMs) {
      await failCheckoutRequest(db, checkout.id);
    }
  }
}
