import { dayMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import {
  advanceCheckout,
  type CheckoutRow,
  findCheckout,
  findCheckoutOfEvent,
} from "../checkout-queries.ts";
import {
  type CustomerKey,
  type CustomerRow,
  findCustomer,
  findCustomerByProviderId,
  lockKnownCustomer,
  nextTicket,
} from "../customers/customer-queries.ts";
import { endedSyncDays, type SubscriptionReport } from "../provider.ts";
import {
  endSubscription,
  findSubscription,
  findSubscriptionPayment,
  listSubscriptionsToSync,
  storePaymentState,
} from "../subscription-queries.ts";
import { storeCheckout, storeSubscription } from "./store-reports.ts";

/**
 * Asks the provider for a checkout's state, stores it and returns it; undefined if the account is gone. A number taken
 * before asking decides between two responses: the later check wins, whichever is stored first. A checkout that the
 * provider does not know has failed, and one that was known as paid stays paid.
 */
export async function syncCheckout(
  deps: EnabledBillingDeps,
  checkout: CheckoutRow,
): Promise<CheckoutRow["state"] | undefined> {
  const { db, payments, clock } = deps;
  if (checkout.provider_id === null) return checkout.state;
  const ticket = await nextTicket(db, checkout);
  if (ticket === undefined) return undefined;
  const report = await payments.readCheckout(checkout.provider_id);
  const subscription = report?.subscription && (await endIfReversed(deps, report.subscription));
  return inTransaction(db, async (tx) => {
    const customer = await lockKnownCustomer(tx, checkout);
    if (customer === undefined) return undefined;
    if (report === undefined) return advanceCheckout(tx, checkout.id, "failed");
    const asked = { ticket, now: clock.now() };
    const state = await storeCheckout(tx, deps, checkout, { ...report, subscription }, asked);
    if (state === "paid" || subscription !== undefined) {
      await enqueueObsoleteCheckouts(deps, tx, checkout);
    }
    return state;
  });
}

/**
 * Ends a subscription at the provider if its latest payment was refunded in full or disputed: it would unlock nothing,
 * and must not be charged again.
 * @returns the state after that
 */
async function endIfReversed(
  { log, payments }: EnabledBillingDeps,
  report: SubscriptionReport,
): Promise<SubscriptionReport> {
  const { subscription_id, status } = report;
  const state = report.payments[0]?.state;
  if (status === "ended" || (state !== "refunded" && state !== "disputed")) return report;
  log.warn(
    { provider: payments.name, subscription_id, state },
    "the latest payment of a subscription was refunded or disputed: the subscription is cancelled",
  );
  try {
    await payments.endSubscription(subscription_id);
  } catch (err) {
    // It unlocks nothing from now on; every later comparison tries again.
    log.error({ err, subscription_id }, "a subscription could not be cancelled");
    return { ...report, status: "unpaid" };
  }
  return (await payments.readSubscription(subscription_id)) ?? { ...report, status: "ended" };
}

/** Asks the provider for the state of every subscription of a customer, and stores it. */
export async function syncSubscriptions(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
): Promise<void> {
  const { provider_id } = customer;
  if (provider_id === null) return;
  const { db, clock, payments } = deps;
  await syncReports(deps, customer, async () => {
    const reports = await payments.listSubscriptions(provider_id);
    const listed = new Set(reports.map(({ subscription_id }) => subscription_id));
    // The subscriptions of a customer whom the provider has forgotten are in no list, but can be asked for by id. So
    // are those that ended a short time ago: while a wrong key was set, the provider seemed not to know them.
    const endedSince = new Date(clock.now().getTime() - endedSyncDays * dayMs);
    const known = await listSubscriptionsToSync(db, customer, endedSince);
    const others = known.filter(({ provider_id: id }) => !listed.has(id));
    const found = await askForEach(deps, others);
    return { reports: [...reports, ...found.reports], unknownIds: found.unknownIds };
  });
}

/** What the provider says about some subscriptions. */
interface SubscriptionAnswers {
  reports: SubscriptionReport[];
  /** Ids that the provider does not know (any more), or whose subscriptions are to something that is not sold here. */
  unknownIds: string[];
}

async function askForEach(
  { payments }: EnabledBillingDeps,
  known: readonly { provider_id: string; status?: SubscriptionReport["status"] }[],
): Promise<SubscriptionAnswers> {
  const answers: SubscriptionAnswers = { reports: [], unknownIds: [] };
  for (const { provider_id: id, status } of known) {
    const report = await payments.readSubscription(id);
    if (report !== undefined) answers.reports.push(report);
    else if (status !== "ended") answers.unknownIds.push(id);
  }
  return answers;
}

/**
 * Asks the provider whether a payment of a subscription, possibly an old one, still counts as paid, and stores the
 * state for its receipt.
 */
export async function syncSubscriptionPayment(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
  paymentId: string,
): Promise<void> {
  const { db, payments } = deps;
  const ticket = await nextTicket(db, customer);
  if (ticket === undefined) return;
  const report = await payments.readPayment(paymentId);
  // The known state is kept: the payment may only seem unknown, for example with a wrong key.
  if (report === undefined) return;
  const { state } = report;
  await inTransaction(db, (tx) =>
    storePaymentState(tx, payments.name, { payment_id: paymentId, state, ticket }),
  );
}

/**
 * Asks the provider for the state of an event's subject, and stores it.
 * @returns the id of the owner to whom it belongs; undefined if it belongs to none of ours
 */
export async function syncEventSubject(
  deps: EnabledBillingDeps,
  about: { kind: "checkout" | "payment" | "subscription"; id: string },
): Promise<string | undefined> {
  switch (about.kind) {
    case "checkout":
      return syncKnownCheckout(
        deps,
        await findCheckoutOfEvent(deps.db, deps.payments.name, about.id),
      );
    case "payment":
      return syncPayment(deps, about.id);
    case "subscription":
      return syncSubscription(deps, about.id);
  }
}

async function syncKnownCheckout(
  deps: EnabledBillingDeps,
  checkout: CheckoutRow | undefined,
): Promise<string | undefined> {
  if (checkout === undefined) return undefined;
  return (await syncCheckout(deps, checkout)) === undefined ? undefined : checkout.user_id;
}

/**
 * If the payment has a checkout, the provider is asked about that checkout; otherwise the payment belongs to a
 * subscription.
 */
async function syncPayment(
  deps: EnabledBillingDeps,
  paymentId: string,
): Promise<string | undefined> {
  const known = await findSubscriptionPayment(deps.db, deps.payments.name, paymentId);
  if (known !== undefined) {
    return syncPaymentById(deps, await findCustomer(deps.db, known), paymentId);
  }
  const report = await deps.payments.readPayment(paymentId);
  if (report === undefined) return undefined;
  const { customer_id, checkout_id } = report;
  if (checkout_id !== undefined) {
    if (!isUuid(checkout_id)) return undefined;
    return syncKnownCheckout(deps, await findCheckout(deps.db, checkout_id));
  }
  return syncPaymentById(deps, await findProviderCustomer(deps, customer_id), paymentId);
}

/** Subscriptions are synced first, because they may make the payment known. */
async function syncPaymentById(
  deps: EnabledBillingDeps,
  customer: CustomerRow | undefined,
  paymentId: string,
): Promise<string | undefined> {
  if (customer === undefined) return undefined;
  await syncSubscriptions(deps, customer);
  await syncSubscriptionPayment(deps, customer, paymentId);
  return customer.user_id;
}

async function syncSubscription(
  deps: EnabledBillingDeps,
  subscriptionId: string,
): Promise<string | undefined> {
  const known = await findSubscription(deps.db, deps.payments.name, subscriptionId);
  const customer =
    known === undefined
      ? await findProviderCustomer(
          deps,
          (await deps.payments.readSubscription(subscriptionId))?.customer_id ?? null,
        )
      : await findCustomer(deps.db, known);
  if (customer === undefined) return undefined;
  await syncReports(deps, customer, () => askForEach(deps, [{ provider_id: subscriptionId }]));
  return customer.user_id;
}

async function findProviderCustomer(
  { db, payments }: EnabledBillingDeps,
  customerId: string | null,
) {
  return customerId === null ? undefined : findCustomerByProviderId(db, payments.name, customerId);
}

/** Stores what the provider says about a customer's subscriptions. One that it does not know has ended. */
async function syncReports(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
  ask: () => Promise<SubscriptionAnswers>,
): Promise<void> {
  const { db, clock, log, payments } = deps;
  const ticket = await nextTicket(db, customer);
  if (ticket === undefined) return;
  const { reports, unknownIds } = await ask();
  const current: SubscriptionReport[] = [];
  for (const report of reports) current.push(await endIfReversed(deps, report));
  for (const subscriptionId of unknownIds) {
    log.warn(
      { provider: payments.name, subscription_id: subscriptionId },
      "the provider does not know a subscription, or it is not to what is sold here: it counts as ended",
    );
  }
  await inTransaction(db, async (tx) => {
    if ((await lockKnownCustomer(tx, customer)) === undefined) return;
    const asked = { ticket, now: clock.now() };
    for (const report of current) await storeSubscription(tx, deps, customer, report, asked);
    for (const id of unknownIds) await endSubscription(tx, customer, { id, ...asked });
    if (reports.length > 0) await enqueueObsoleteCheckouts(deps, tx, customer);
  });
}

/** Has the open checkouts that sell what is now unlocked ended at the provider, soon after the commit. */
export async function enqueueObsoleteCheckouts(
  { jobs }: EnabledBillingDeps,
  tx: Tx,
  { user_id }: CustomerKey,
): Promise<void> {
  await jobs.enqueue(tx, "expire_obsolete_checkouts", { user_id }, { singletonKey: user_id });
}
