import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Clock } from "#server/system/clock.ts";
import { closeServer, listen } from "../listen.ts";
import { createStripeAccount } from "./stripe-account.ts";
import { createStripeApi } from "./stripe-api.ts";
import { get } from "./stripe-errors.ts";
import { eventObject, invoiceObject, sessionObject, subscriptionObject } from "./stripe-objects.ts";
import { createStripeRequests } from "./stripe-requests.ts";
import { createStripeSales, type DisputeOutcome, periodEnd } from "./stripe-sales.ts";
import type {
  ConfigurationState,
  CustomerState,
  EndpointState,
  InvoiceState,
  PaymentState,
  PriceState,
  ProductState,
  SessionState,
  SubscriptionState,
} from "./stripe-states.ts";

export const stripeKey = "sk_test_double";
export const stripeWebhookSecret = "whsec_double";

export type StripeEvent = ReturnType<typeof eventObject>;

export type StripeDouble = ReturnType<typeof useStripeDouble>;

const helper = new Stripe(stripeKey);

/**
 * Stripe as the product sees it, for the tests of a file: an API over HTTP and signed events. Tests do what buyers and
 * operators do there.
 */
export function useStripeDouble(clock: () => Clock, key = stripeKey) {
  const requests = createStripeRequests();
  const asked: string[] = [];
  let events: StripeEvent[] = [];
  let isUnavailable = false;
  let url = "";
  let count = 0;

  const seconds = () => Math.floor(clock().now().getTime() / 1000);
  const newId = (prefix: string) => `${prefix}_${++count}_${randomBytes(4).toString("hex")}`;
  const account = createStripeAccount({ newId, seconds, webhookSecret: stripeWebhookSecret });
  const { prices } = account;
  function recordEvent(type: string, object: { object: string; id: string }): void {
    events.push(eventObject(newId("evt"), type, structuredClone(object), seconds()));
  }

  const sales = createStripeSales({ newId, seconds, prices, recordEvent });
  const { sessions, payments, subscriptions, customers, listInvoices, keepInvoice } = sales;
  const { addPayment, addSubscription, beginPeriod, invoiceFor, priceEach } = sales;
  const { expire, expireIfDue, makeInvoice, refund, dispute } = sales;
  const { paidBy, findLastPayment, findPayment, removeCustomer } = sales;
  const app = createStripeApi({
    key,
    newId,
    seconds,
    account,
    sales,
    requests,
    asked,
    isUnavailable: () => isUnavailable,
  });

  const server = createServer(getRequestListener(app.fetch));
  beforeAll(async () => {
    url = (await listen(server)).url;
  });
  beforeEach(() => {
    events = [];
    isUnavailable = false;
    requests.reset();
  });
  afterAll(() => closeServer(server));

  return {
    /** The address of its API, which is known from the file's `beforeAll` on. */
    get url() {
      return url;
    },
    sessions: sessions as ReadonlyMap<string, SessionState>,
    subscriptions: subscriptions as ReadonlyMap<string, SubscriptionState>,
    customers: customers as ReadonlyMap<string, { email: string | null }>,
    prices: prices as ReadonlyMap<string, PriceState>,
    products: account.products as ReadonlyMap<string, ProductState>,
    configurations: account.configurations as ReadonlyMap<string, ConfigurationState>,
    endpoints: account.endpoints as ReadonlyMap<string, EndpointState>,
    addEndpoint: account.addEndpoint,
    /** The requests so far, such as "POST /v1/customers". */
    asked: asked as readonly string[],
    /** Events that wait to be delivered, in the order in which they happened. */
    get events(): readonly StripeEvent[] {
      return events;
    },
    /** Changes a price as its operator does in the dashboard, which causes no event. */
    changePrice(id: string, changes: Partial<PriceState>) {
      Object.assign(get(prices, id), changes);
    },
    changeProduct(id: string, changes: Partial<ProductState>) {
      Object.assign(get(account.products, id), changes);
    },
    changeEndpoint(id: string, changes: Partial<EndpointState>) {
      Object.assign(get(account.endpoints, id), changes);
    },
    /** Changes the portal to what an earlier version of the product set up. */
    changePortal(id: string, features: ConfigurationState["features"]) {
      Object.assign(get(account.configurations, id).features, features);
    },
    /** Forgets a subscription, as when test data is deleted or requested with the wrong key, which causes no event. */
    forgetSubscription(id: string): SubscriptionState {
      const subscription = get(subscriptions, id);
      subscriptions.delete(id);
      return subscription;
    },
    restoreSubscription(subscription: SubscriptionState) {
      subscriptions.set(subscription.id, subscription);
    },
    forgetSession(id: string): SessionState {
      const session = get(sessions, id);
      sessions.delete(id);
      return session;
    },
    restoreSession(session: SessionState) {
      sessions.set(session.id, session);
    },
    /** Adds a subscription of a customer to something else that the same account sells. */
    addForeignSubscription(customer: string): string {
      const price = {
        id: newId("price"),
        product: "prod_other",
        lookup_key: null,
        unit_amount: 100,
      };
      prices.set(price.id, {
        ...price,
        currency: "usd",
        active: true,
        interval: "month",
        tax_behavior: "unspecified",
        created: seconds(),
      });
      const sold = { customer, price: price.id, payment_metadata: {}, automatic_tax: false };
      return addSubscription(sold).id;
    },
    /** Removes a customer as the operator does in the dashboard. Their subscriptions end. */
    removeCustomer,
    /** Makes one request fail, or holds requests until they are released. */
    fail: requests.fail,
    forgetFaults: requests.reset,
    hold: requests.hold,
    /** Sets whether it is unavailable. While it is, every request fails. */
    setUnavailable(unavailable: boolean) {
      isUnavailable = unavailable;
    },
    /** The open session at an address that the product gave out. */
    sessionAt: (address: string) => get(sessions, address.split("/").at(-1) ?? ""),

    /**
     * Pays an open session. `free`: a promotion code covers the whole price. `withoutInvoice`: the invoice of a single
     * does not exist yet.
     * @returns false if the session cannot be paid any more
     */
    pay(sessionId: string, { free = false, withoutInvoice = false } = {}) {
      const session = get(sessions, sessionId);
      expireIfDue(session);
      if (session.status !== "open" || !customers.has(session.customer)) return false;
      session.status = "complete";
      session.payment_status = free ? "no_payment_required" : "paid";
      if (free) session.amount_total = 0;
      if (session.mode === "subscription") {
        const subscription = addSubscription(session, { isFree: free });
        session.subscription = subscription.id;
        recordEvent("customer.subscription.created", subscriptionObject(subscription));
        recordEvent("invoice.paid", invoiceObject(subscription, subscription.invoice));
      } else if (!free) {
        const { customer, amount_total: amount, payment_metadata: metadata } = session;
        session.payment_intent = addPayment({ customer, amount, metadata, status: "succeeded" }).id;
        if (!withoutInvoice) makeInvoice(session);
      }
      recordEvent("checkout.session.completed", sessionObject(session));
      return true;
    },

    /** Makes the invoice of a single that was paid without one. */
    makeInvoice: (sessionId: string) => makeInvoice(get(sessions, sessionId)),

    expire: (sessionId: string) => expire(get(sessions, sessionId)),

    /** Refunds a payment, all of it or a part. */
    refund: (sessionId: string, amount?: number) => refund(paidBy(sessionId), amount),

    /** Whether the money of a session, or of an invoice, was refunded or is in dispute. */
    isRefundedOrDisputed(sessionId: string) {
      return isRefundedOrDisputed(findPayment(get(sessions, sessionId)));
    },
    isInvoiceRefundedOrDisputed: ({ payment_intent }: InvoiceState) =>
      payment_intent !== null && isRefundedOrDisputed(get(payments, payment_intent)),

    dispute: (sessionId: string, status: Stripe.Dispute.Status, how?: DisputeOutcome) =>
      dispute(paidBy(sessionId), status, how),

    /** Changes a customer as its operator does in the dashboard, which causes no event that the product asks for. */
    changeCustomer(id: string, changes: Pick<CustomerState, "balance">) {
      Object.assign(get(customers, id), changes);
    },

    changeSubscription(id: string, changes: Partial<SubscriptionState>) {
      const subscription = get(subscriptions, id);
      Object.assign(subscription, changes);
      keepInvoice(subscription);
      const word = subscription.status === "canceled" ? "deleted" : "updated";
      recordEvent(`customer.subscription.${word}`, subscriptionObject(subscription));
    },

    /** Another period is paid. */
    renew(id: string) {
      const subscription = get(subscriptions, id);
      subscription.invoice = beginPeriod(subscription);
      keepInvoice(subscription);
      recordEvent("invoice.paid", invoiceObject(subscription, subscription.invoice));
    },

    /** The plan was changed at once, for which so much was paid. */
    changePlan(id: string, interval: "month" | "year", amount: number) {
      const subscription = get(subscriptions, id);
      const { unit_amount: price, id: priceId } = priceEach(interval);
      Object.assign(subscription, {
        interval,
        price: priceId,
        amount: price,
        period_end: periodEnd(seconds(), interval),
      });
      subscription.invoice = invoiceFor(subscription, amount);
      keepInvoice(subscription);
      recordEvent("invoice.paid", invoiceObject(subscription, subscription.invoice));
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    /** Another period is not paid: the card is refused, or the bank wants the buyer to confirm the payment. */
    failRenewal(id: string, { needsConfirmation = false } = {}) {
      const subscription = get(subscriptions, id);
      const { amount, customer, interval } = subscription;
      subscription.status = "past_due";
      subscription.invoice = {
        id: newId("in"),
        status: "open",
        amount,
        payment_intent: needsConfirmation
          ? addPayment({ customer, amount, metadata: {}, status: "requires_action" }).id
          : null,
        created: seconds(),
        period_end: periodEnd(seconds(), interval),
      };
      keepInvoice(subscription);
      recordEvent("invoice.payment_failed", invoiceObject(subscription, subscription.invoice));
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    /** Nobody tries any more to collect the last invoice. */
    giveUpInvoice(id: string) {
      get(subscriptions, id).invoice.status = "uncollectible";
    },

    /** Pays an invoice on its page; false if that page no longer accepts payments. */
    payInvoice(invoiceId: string): boolean {
      const { subscription_id, invoice } = get(sales.invoices, invoiceId);
      if (invoice.status !== "open" && invoice.status !== "uncollectible") return false;
      const subscription = get(subscriptions, subscription_id);
      const { customer } = subscription;
      const paid = addPayment({
        customer,
        amount: invoice.amount,
        metadata: {},
        status: "succeeded",
      });
      Object.assign(invoice, { status: "paid", payment_intent: paid.id, paid_at: seconds() });
      recordEvent("invoice.paid", invoiceObject(subscription, invoice));
      return true;
    },

    /** What was not paid is paid now; a subscription that has ended stays so. */
    fixCard(id: string) {
      const subscription = get(subscriptions, id);
      const { customer, amount } = subscription;
      if (subscription.status !== "canceled") subscription.status = "active";
      const unpaid = listInvoices(id).filter(({ status }) => status === "open");
      for (const invoice of unpaid) {
        const paid = addPayment({ customer, amount, metadata: {}, status: "succeeded" });
        Object.assign(invoice, { status: "paid", payment_intent: paid.id, paid_at: seconds() });
        recordEvent("invoice.paid", invoiceObject(subscription, invoice));
      }
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    listInvoices,

    /** Refunds, or disputes, what was last paid for a subscription. */
    refundSubscription: (id: string) => refund(findLastPayment(id)),
    disputeSubscription: (id: string, status: Stripe.Dispute.Status, how?: DisputeOutcome) =>
      dispute(findLastPayment(id), status, how),
    refundPayment: (id: string, amount?: number) => refund(get(payments, id), amount),
    disputePayment: (id: string, status: Stripe.Dispute.Status) =>
      dispute(get(payments, id), status),

    /** Takes out the waiting events, as they would be sent. */
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },

    /** A request that delivers an event, signed by the library's own helper. */
    request: (event: StripeEvent): RequestInit => signed(JSON.stringify(event)),
    signed,
  };
}

function isRefundedOrDisputed(payment: PaymentState | undefined): boolean {
  if (payment === undefined) return false;
  const { dispute, isResolved = false, refunded, amount } = payment;
  return dispute === "needs_response" || dispute === "lost" || isResolved || refunded >= amount;
}

function signed(payload: string): RequestInit {
  const secret = stripeWebhookSecret;
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Stripe-Signature": helper.webhooks.generateTestHeaderString({ payload, secret }),
    },
    body: payload,
  };
}
