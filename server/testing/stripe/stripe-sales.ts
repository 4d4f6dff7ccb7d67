import { addMonths } from "date-fns/addMonths";
import { addYears } from "date-fns/addYears";
import type Stripe from "stripe";
import { get } from "./stripe-errors.ts";
import {
  chargeObject,
  disputeObject,
  sessionObject,
  singleInvoiceObject,
  subscriptionObject,
} from "./stripe-objects.ts";
import type {
  CustomerState,
  PaymentState,
  PriceState,
  SessionState,
  SubscriptionState,
} from "./stripe-states.ts";

/** `isResolved`: a prevented dispute gave the money back. */
export type DisputeOutcome = { isResolved?: boolean };

export type StripeSales = ReturnType<typeof createStripeSales>;

/** What a Stripe account sells, to whom, and what becomes of the money. */
export function createStripeSales({
  newId,
  seconds,
  prices,
  recordEvent,
}: {
  newId(prefix: string): string;
  seconds(): number;
  prices: ReadonlyMap<string, PriceState>;
  recordEvent(type: string, object: { object: string; id: string }): void;
}) {
  const sessions = new Map<string, SessionState>();
  const payments = new Map<string, PaymentState>();
  const subscriptions = new Map<string, SubscriptionState>();
  const invoices = new Map<
    string,
    { subscription_id: string; invoice: SubscriptionState["invoice"] }
  >();
  const customers = new Map<string, CustomerState>();
  /** The deleted customers, which Stripe goes on reporting as deleted. */
  const formerCustomers = new Set<string>();

  const findPayment = (session: SessionState) =>
    session.payment_intent === null ? undefined : get(payments, session.payment_intent);
  const paidBy = (sessionId: string) => {
    const payment = findPayment(get(sessions, sessionId));
    if (payment === undefined) throw new Error("Nothing was paid.");
    return payment;
  };
  const findLastPayment = (subscriptionId: string) => {
    const paid = listInvoices(subscriptionId).findLast(
      ({ status, amount }) => status === "paid" && amount > 0,
    );
    return get(payments, paid?.payment_intent ?? "");
  };
  const findSubscription = (session: SessionState) =>
    session.subscription === null ? undefined : get(subscriptions, session.subscription);

  function addPayment(given: Pick<PaymentState, "customer" | "amount" | "metadata" | "status">) {
    const payment = { id: newId("pi"), refunded: 0, dispute: null, created: seconds(), ...given };
    payments.set(payment.id, payment);
    return payment;
  }

  function addSubscription(
    session: Pick<SessionState, "customer" | "price" | "payment_metadata" | "automatic_tax">,
    { isFree = false } = {},
  ): SubscriptionState {
    const { interval, unit_amount, product, tax_behavior } = get(prices, session.price);
    const created = seconds();
    const ends = periodEnd(created, interval ?? "month");
    const invoice = invoiceFor(
      { customer: session.customer, period_end: ends },
      isFree ? 0 : unit_amount,
    );
    const subscription: SubscriptionState = {
      id: newId("sub"),
      customer: session.customer,
      price: session.price,
      product,
      interval: interval ?? "month",
      amount: unit_amount,
      tax_behavior,
      automatic_tax: session.automatic_tax,
      status: "active",
      cancel_at_period_end: false,
      period_start: created,
      period_end: ends,
      created,
      metadata: session.payment_metadata,
      invoice,
    };
    subscriptions.set(subscription.id, subscription);
    keepInvoice(subscription);
    return subscription;
  }

  function priceEach(interval: "month" | "year"): PriceState {
    const price = [...prices.values()].find(
      (one) => one.interval === interval && one.active && one.lookup_key !== null,
    );
    if (price === undefined) throw new Error("Nothing of this kind is sold.");
    return price;
  }

  function listInvoices(id: string): SubscriptionState["invoice"][] {
    return [...invoices.values()].flatMap(({ subscription_id, invoice }) =>
      subscription_id === id ? [invoice] : [],
    );
  }

  function keepInvoice({ id, invoice }: SubscriptionState): void {
    invoices.set(invoice.id, { subscription_id: id, invoice });
  }

  function invoiceFor(
    { customer, period_end }: Pick<SubscriptionState, "customer" | "period_end">,
    amount: number,
  ): SubscriptionState["invoice"] {
    const payment =
      amount === 0 ? null : addPayment({ customer, amount, metadata: {}, status: "succeeded" });
    return {
      id: newId("in"),
      status: "paid",
      amount,
      payment_intent: payment?.id ?? null,
      created: seconds(),
      period_end,
    };
  }

  /** Moves a subscription on to its next period. @returns the invoice for that, paid */
  function beginPeriod(subscription: SubscriptionState): SubscriptionState["invoice"] {
    subscription.period_start = subscription.period_end;
    subscription.period_end = periodEnd(subscription.period_start, subscription.interval);
    return invoiceFor(subscription, subscription.amount);
  }

  function removeCustomer(id: string): void {
    get(customers, id);
    customers.delete(id);
    formerCustomers.add(id);
    for (const subscription of subscriptions.values()) {
      if (subscription.customer === id && subscription.status !== "canceled") cancel(subscription);
    }
  }

  function cancel(subscription: SubscriptionState): void {
    subscription.status = "canceled";
    recordEvent("customer.subscription.deleted", subscriptionObject(subscription));
  }

  function makeInvoice(session: SessionState): void {
    if (session.invoice_metadata === undefined) return;
    session.invoice = newId("in");
    recordEvent("invoice.paid", singleInvoiceObject(session, session.invoice));
  }

  function expire(session: SessionState): void {
    session.status = "expired";
    recordEvent("checkout.session.expired", sessionObject(session));
  }

  function refund(payment: PaymentState, amount = payment.amount): void {
    payment.refunded = amount;
    recordEvent("charge.refunded", chargeObject(payment));
  }

  function dispute(
    payment: PaymentState,
    status: Stripe.Dispute.Status,
    { isResolved = false }: DisputeOutcome = {},
  ): void {
    const isNew = payment.dispute === null;
    Object.assign(payment, { dispute: status, isResolved });
    recordEvent(
      isNew ? "charge.dispute.created" : "charge.dispute.closed",
      disputeObject(payment, status),
    );
  }

  function expireIfDue(session: SessionState): void {
    if (session.status === "open" && session.expires_at <= seconds()) expire(session);
  }

  return {
    sessions,
    payments,
    subscriptions,
    invoices,
    customers,
    formerCustomers,
    findPayment,
    paidBy,
    findLastPayment,
    findSubscription,
    addPayment,
    addSubscription,
    priceEach,
    listInvoices,
    keepInvoice,
    invoiceFor,
    beginPeriod,
    removeCustomer,
    cancel,
    makeInvoice,
    expire,
    refund,
    dispute,
    expireIfDue,
  };
}

/** When a period ends that begins at `start`. */
export function periodEnd(start: number, interval: "month" | "year"): number {
  const add = interval === "month" ? addMonths : addYears;
  return add(new Date(start * 1000), 1).getTime() / 1000;
}
