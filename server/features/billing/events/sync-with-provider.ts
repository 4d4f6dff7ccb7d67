import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { type CheckoutRow, findCheckout, findCheckoutByProviderId } from "../checkout-queries.ts";
import {
  type CustomerKey,
  type CustomerRow,
  findCustomer,
  findCustomerByProviderId,
  lockKnownCustomer,
  nextTicket,
} from "../customer-queries.ts";
import type { SubscriptionReport } from "../provider.ts";
import {
  findSubscription,
  findSubscriptionPayment,
  listLiveSubscriptionIds,
  storePaymentState,
} from "../subscription-queries.ts";
import { storeCheckout, storeSubscription } from "./store-reports.ts";

/**
 * Asks the provider for a checkout's state, stores it and returns it; undefined when the account is gone. A
 * number taken before asking decides between two answers: the later question wins, whichever is stored first.
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
  return inTransaction(db, async (tx) => {
    const customer = await lockKnownCustomer(tx, checkout);
    if (customer === undefined) return undefined;
    const state = await storeCheckout(tx, checkout, report, { ticket, now: clock.now() });
    if (state === "paid" || report.subscription !== undefined) {
      await enqueueObsoleteCheckouts(deps, tx, checkout);
    }
    return state;
  });
}

/** The same for every subscription of a customer. */
export async function syncSubscriptions(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
): Promise<void> {
  const { provider_id } = customer;
  if (provider_id === null) return;
  const { db, payments } = deps;
  await syncReports(deps, customer, async () => {
    const reports = await payments.listSubscriptions(provider_id);
    const listed = new Set(reports.map(({ subscription_id }) => subscription_id));
    // Those of a customer whom the provider has forgotten are in no list, but can be asked for.
    for (const id of await listLiveSubscriptionIds(db, customer)) {
      if (!listed.has(id)) reports.push(await payments.readSubscription(id));
    }
    return reports;
  });
}

/** The same for a payment of a subscription, be it an old one: whether its receipt still says that it was paid. */
export async function syncSubscriptionPayment(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
  paymentId: string,
): Promise<void> {
  const { db, payments } = deps;
  const ticket = await nextTicket(db, customer);
  if (ticket === undefined) return;
  const { state } = await payments.readPayment(paymentId);
  await inTransaction(db, (tx) =>
    storePaymentState(tx, payments.name, { payment_id: paymentId, state, ticket }),
  );
}

/** The same for the subject of an event; false when it belongs to none of our owners. */
export async function syncEventSubject(
  deps: EnabledBillingDeps,
  about: { kind: "checkout" | "payment" | "subscription"; id: string },
): Promise<boolean> {
  switch (about.kind) {
    case "checkout":
      return syncKnownCheckout(
        deps,
        await findCheckoutByProviderId(deps.db, deps.payments.name, about.id),
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
): Promise<boolean> {
  return checkout !== undefined && (await syncCheckout(deps, checkout)) !== undefined;
}

/** A payment's own checkout is asked about; a payment that has none belongs to a subscription. */
async function syncPayment(deps: EnabledBillingDeps, paymentId: string): Promise<boolean> {
  const known = await findSubscriptionPayment(deps.db, deps.payments.name, paymentId);
  if (known !== undefined) {
    const customer = await findCustomer(deps.db, known);
    if (customer === undefined) return false;
    await syncSubscriptionPayment(deps, customer, paymentId);
    await syncSubscriptions(deps, customer);
    return true;
  }
  const { customer_id, checkout_id } = await deps.payments.readPayment(paymentId);
  if (checkout_id !== undefined) {
    return isUuid(checkout_id) && syncKnownCheckout(deps, await findCheckout(deps.db, checkout_id));
  }
  const customer = await findCustomerOf(deps, customer_id);
  if (customer === undefined) return false;
  await syncSubscriptions(deps, customer);
  return true;
}

async function syncSubscription(
  deps: EnabledBillingDeps,
  subscriptionId: string,
): Promise<boolean> {
  const known = await findSubscription(deps.db, deps.payments.name, subscriptionId);
  const customer =
    known === undefined
      ? await findCustomerOf(
          deps,
          (await deps.payments.readSubscription(subscriptionId)).customer_id,
        )
      : await findCustomer(deps.db, known);
  if (customer === undefined) return false;
  await syncReports(deps, customer, async () => [
    await deps.payments.readSubscription(subscriptionId),
  ]);
  return true;
}

async function findCustomerOf({ db, payments }: EnabledBillingDeps, customerId: string | null) {
  return customerId === null ? undefined : findCustomerByProviderId(db, payments.name, customerId);
}

async function syncReports(
  deps: EnabledBillingDeps,
  customer: CustomerRow,
  ask: () => Promise<SubscriptionReport[]>,
): Promise<void> {
  const { db, clock } = deps;
  const ticket = await nextTicket(db, customer);
  if (ticket === undefined) return;
  const reports = await ask();
  await inTransaction(db, async (tx) => {
    if ((await lockKnownCustomer(tx, customer)) === undefined) return;
    const asked = { ticket, now: clock.now() };
    for (const report of reports) await storeSubscription(tx, customer, report, asked);
    if (reports.length > 0) await enqueueObsoleteCheckouts(deps, tx, customer);
  });
}

/** Has open checkouts that sell what is unlocked now ended at the provider, soon after the commit. */
export async function enqueueObsoleteCheckouts(
  { jobs }: EnabledBillingDeps,
  tx: Tx,
  { user_id }: CustomerKey,
): Promise<void> {
  await jobs.enqueue(tx, "expire_obsolete_checkouts", { user_id }, { singletonKey: user_id });
}
