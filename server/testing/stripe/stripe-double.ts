import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { addMonths, addYears } from "date-fns";
import { type Context, Hono } from "hono";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { TestClock } from "../clock.ts";
import {
  customerObject,
  disputeObject,
  eventObject,
  invoiceObject,
  invoicePaymentObject,
  listObject,
  type PaymentState,
  type PriceState,
  paymentObject,
  portalConfigurationObject,
  portalSessionObject,
  priceObject,
  productObject,
  type SessionState,
  type SubscriptionState,
  sessionObject,
  subscriptionObject,
  webhookEndpointObject,
} from "./stripe-objects.ts";

export const stripeKey = "sk_test_double";
export const stripeWebhookSecret = "whsec_double";

export type StripeEvent = ReturnType<typeof eventObject>;

export type StripeDouble = ReturnType<typeof useStripeDouble>;

const helper = new Stripe(stripeKey);

/**
 * Stripe as the product sees it, for the tests of a file: an API over HTTP and signed events. What its buyers and operators
 * do, tests do.
 */
export function useStripeDouble(clock: () => TestClock) {
  const sessions = new Map<string, SessionState>();
  const payments = new Map<string, PaymentState>();
  const subscriptions = new Map<string, SubscriptionState>();
  const invoices = new Map<
    string,
    { subscription_id: string; invoice: SubscriptionState["invoice"] }
  >();
  const customers = new Map<string, { email: string | null; metadata: Record<string, string> }>();
  const prices = new Map<string, PriceState>();
  const products = new Map<string, string>();
  const configurations = new Map<string, Record<string, string>>();
  const endpoints = new Map<string, { url: string; enabled_events: string[] }>();
  const answered = new Map<string, object>();
  const asked: string[] = [];
  let events: StripeEvent[] = [];
  let isUnavailable = false;
  let url = "";
  let count = 0;

  const seconds = () => Math.floor(clock().now().getTime() / 1000);
  const newId = (prefix: string) => `${prefix}_${++count}_${randomBytes(4).toString("hex")}`;
  const get = <Value>(from: ReadonlyMap<string, Value>, id: string, param = "id"): Value => {
    const value = from.get(id);
    if (value === undefined) throw new Missing(id, param);
    return value;
  };
  function recordEvent(type: string, object: { object: string; id: string }): void {
    events.push(eventObject(newId("evt"), type, structuredClone(object), seconds()));
  }

  const paymentOf = (session: SessionState) =>
    session.payment_intent === null ? undefined : get(payments, session.payment_intent);
  const paidBy = (sessionId: string) => {
    const payment = paymentOf(get(sessions, sessionId));
    if (payment === undefined) throw new Error("Nothing was paid.");
    return payment;
  };
  const lastPaymentOf = (subscriptionId: string) => {
    const paid = invoicesOf(subscriptionId).findLast(
      ({ status, amount }) => status === "paid" && amount > 0,
    );
    return get(payments, paid?.payment_intent ?? "");
  };
  const subscriptionOf = (session: SessionState) =>
    session.subscription === null ? undefined : get(subscriptions, session.subscription);

  function addPayment(given: Pick<PaymentState, "customer" | "amount" | "metadata" | "status">) {
    const payment = { id: newId("pi"), refunded: 0, dispute: null, created: seconds(), ...given };
    payments.set(payment.id, payment);
    return payment;
  }

  function addSubscription(session: SessionState): SubscriptionState {
    const { interval, unit_amount } = get(prices, session.price);
    const created = seconds();
    const subscription: SubscriptionState = {
      id: newId("sub"),
      customer: session.customer,
      price: session.price,
      interval: interval ?? "month",
      amount: unit_amount,
      status: "active",
      cancel_at_period_end: false,
      period_start: created,
      period_end: periodEnd(created, interval ?? "month"),
      created,
      metadata: session.payment_metadata,
      invoice: invoiceFor(session.customer, unit_amount),
    };
    subscriptions.set(subscription.id, subscription);
    keepInvoice(subscription);
    return subscription;
  }

  function invoicesOf(id: string): SubscriptionState["invoice"][] {
    return [...invoices.values()].flatMap(({ subscription_id, invoice }) =>
      subscription_id === id ? [invoice] : [],
    );
  }

  function keepInvoice({ id, invoice }: SubscriptionState): void {
    invoices.set(invoice.id, { subscription_id: id, invoice });
  }

  function invoiceFor(customer: string, amount: number): SubscriptionState["invoice"] {
    const payment = addPayment({ customer, amount, metadata: {}, status: "succeeded" });
    return {
      id: newId("in"),
      status: "paid",
      amount,
      payment_intent: payment.id,
      created: seconds(),
    };
  }

  const app = new Hono();
  app.use(async (c, next) => {
    asked.push(`${c.req.method} ${c.req.path}`);
    if (isUnavailable) return c.json({ error: { type: "api_error", message: "Away." } }, 503);
    if (c.req.header("authorization") !== `Bearer ${stripeKey}`) {
      return c.json({ error: { type: "authentication_error", message: "Wrong key." } }, 401);
    }
    return next();
  });
  app.onError((error, c) => {
    const { message } = error;
    const told = { type: "invalid_request_error", message };
    if (!(error instanceof Missing)) return c.json({ error: told }, 400);
    return c.json({ error: { ...told, code: "resource_missing", param: error.param } }, 404);
  });

  /** The same key again gets the same answer, and nothing is made twice. */
  async function once(c: Context, make: (form: URLSearchParams) => object) {
    const key = c.req.header("idempotency-key");
    const known = key === undefined ? undefined : answered.get(key);
    if (known !== undefined) return c.json(known);
    const made = make(new URLSearchParams(await c.req.text()));
    if (key !== undefined) answered.set(key, made);
    return c.json(made);
  }

  app.post("/v1/customers", (c) =>
    once(c, (form) => {
      const id = newId("cus");
      const customer = { email: form.get("email"), metadata: nested(form, "metadata") };
      customers.set(id, customer);
      return customerObject(id, customer.email, customer.metadata, seconds());
    }),
  );
  app.post("/v1/customers/:id", (c) =>
    once(c, (form) => {
      const id = c.req.param("id");
      const customer = get(customers, id);
      customer.email = form.get("email") ?? customer.email;
      return customerObject(id, customer.email, customer.metadata, seconds());
    }),
  );
  app.delete("/v1/customers/:id", (c) => {
    const id = c.req.param("id");
    removeCustomer(id);
    return c.json({ id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer);
  });

  app.get("/v1/prices", (c) => {
    const wanted = listed(c, "lookup_keys");
    const found = [...prices.values()].filter(
      ({ lookup_key }) => lookup_key !== null && wanted.includes(lookup_key),
    );
    return c.json(listObject(found.map(priceObject), "/v1/prices"));
  });
  app.post("/v1/prices", (c) =>
    once(c, (form) => {
      const lookupKey = form.get("lookup_key");
      for (const price of prices.values()) {
        if (price.lookup_key === lookupKey) price.lookup_key = null;
      }
      const interval = form.get("recurring[interval]");
      const price: PriceState = {
        id: newId("price"),
        product: form.get("product") ?? "",
        lookup_key: lookupKey,
        unit_amount: Number(form.get("unit_amount")),
        interval: interval === "month" || interval === "year" ? interval : null,
        created: seconds(),
      };
      get(products, price.product);
      prices.set(price.id, price);
      return priceObject(price);
    }),
  );
  app.get("/v1/products/:id", (c) => {
    const id = c.req.param("id");
    return c.json(productObject(id, get(products, id), seconds()));
  });
  app.post("/v1/products", (c) =>
    once(c, (form) => {
      const id = form.get("id") ?? newId("prod");
      products.set(id, form.get("name") ?? "");
      return productObject(id, get(products, id), seconds());
    }),
  );

  app.get("/v1/webhook_endpoints", (c) => {
    const found = [...endpoints].map(([id, { url: address, enabled_events }]) =>
      webhookEndpointObject(id, address, enabled_events, undefined),
    );
    return c.json(listObject(found, c.req.path));
  });
  app.post("/v1/webhook_endpoints", (c) =>
    once(c, (form) => {
      const id = newId("we");
      const endpoint = {
        url: form.get("url") ?? "",
        enabled_events: Object.values(nested(form, "enabled_events")),
      };
      endpoints.set(id, endpoint);
      return webhookEndpointObject(id, endpoint.url, endpoint.enabled_events, stripeWebhookSecret);
    }),
  );

  app.get("/v1/billing_portal/configurations", (c) => {
    const found = [...configurations].map(([id, metadata]) =>
      portalConfigurationObject(id, metadata),
    );
    return c.json(listObject(found, c.req.path));
  });
  app.post("/v1/billing_portal/configurations", (c) =>
    once(c, (form) => {
      const id = newId("bpc");
      configurations.set(id, nested(form, "metadata"));
      return portalConfigurationObject(id, get(configurations, id));
    }),
  );
  app.post("/v1/billing_portal/sessions", (c) =>
    once(c, (form) => {
      const customer = form.get("customer") ?? "";
      get(customers, customer, "customer");
      const configuration = form.get("configuration") ?? "bpc_default";
      return portalSessionObject(customer, form.get("return_url") ?? "", configuration);
    }),
  );

  app.post("/v1/checkout/sessions", (c) =>
    once(c, (form) => {
      const mode = form.get("mode") === "subscription" ? "subscription" : "payment";
      const price = form.get("line_items[0][price]") ?? "";
      const session: SessionState = {
        id: newId("cs"),
        customer: form.get("customer") ?? "",
        mode,
        status: "open",
        payment_status: "unpaid",
        amount_total: get(prices, price).unit_amount,
        success_url: form.get("success_url") ?? "",
        cancel_url: form.get("cancel_url") ?? "",
        client_reference_id: form.get("client_reference_id"),
        metadata: nested(form, "metadata"),
        payment_metadata: nested(
          form,
          mode === "payment" ? "payment_intent_data[metadata]" : "subscription_data[metadata]",
        ),
        price,
        payment_intent: null,
        subscription: null,
        allow_promotion_codes: form.get("allow_promotion_codes") === "true",
        automatic_tax: form.get("automatic_tax[enabled]") === "true",
        created: seconds(),
      };
      get(customers, session.customer, "customer");
      sessions.set(session.id, session);
      return sessionObject(session);
    }),
  );
  const expandedSession = (session: SessionState) => {
    const payment = paymentOf(session);
    const subscription = subscriptionOf(session);
    return sessionObject(session, {
      payment_intent: payment && paymentObject(payment),
      subscription: subscription && subscriptionObject(subscription),
    });
  };
  app.get("/v1/checkout/sessions/:id", (c) => {
    const session = get(sessions, c.req.param("id"));
    expireIfDue(session);
    return c.json(
      listed(c, "expand").length > 0 ? expandedSession(session) : sessionObject(session),
    );
  });
  app.get("/v1/checkout/sessions", (c) => {
    const found = [...sessions.values()].filter(
      ({ customer, status }) =>
        customer === c.req.query("customer") && status === c.req.query("status"),
    );
    const shown = found.map((session) => sessionObject(session));
    return c.json(listObject(shown, c.req.path));
  });
  app.post("/v1/checkout/sessions/:id/expire", (c) => {
    const session = get(sessions, c.req.param("id"));
    if (session.status !== "open") throw new Error("Only open sessions can be expired.");
    expire(session);
    return c.json(sessionObject(session));
  });

  app.get("/v1/payment_intents/:id", (c) =>
    c.json(paymentObject(get(payments, c.req.param("id")))),
  );
  app.get("/v1/subscriptions/:id", (c) =>
    c.json(subscriptionObject(get(subscriptions, c.req.param("id")))),
  );
  app.get("/v1/subscriptions", (c) => {
    const wanted = c.req.query("customer") ?? "";
    get(customers, wanted, "customer");
    const found = [...subscriptions.values()].filter(({ customer }) => customer === wanted);
    return c.json(listObject(found.map(subscriptionObject), c.req.path));
  });
  app.get("/v1/invoice_payments", (c) => {
    const found = [...invoices.values()].flatMap(({ subscription_id, invoice }) => {
      const { id, payment_intent } = invoice;
      if (id !== c.req.query("invoice") || payment_intent === null) return [];
      const subscription = { ...get(subscriptions, subscription_id), invoice };
      return [invoicePaymentObject(subscription, payment_intent)];
    });
    return c.json(listObject(found, c.req.path));
  });
  app.get("/v1/invoices", (c) => {
    const found = [...invoices.values()]
      .filter(({ subscription_id }) => subscription_id === c.req.query("subscription"))
      .filter(({ invoice }) => invoice.status === c.req.query("status"))
      .map(({ subscription_id, invoice }) =>
        invoiceObject({ ...get(subscriptions, subscription_id), invoice }),
      );
    return c.json(listObject(found.toReversed(), c.req.path));
  });
  app.get("/v1/disputes", (c) => {
    const found = [...payments.values()].flatMap((payment) =>
      `ch_${payment.id}` === c.req.query("charge") && payment.dispute !== null
        ? [disputeObject(payment, payment.dispute)]
        : [],
    );
    return c.json(listObject(found, c.req.path));
  });

  function removeCustomer(id: string): void {
    get(customers, id);
    customers.delete(id);
    for (const subscription of subscriptions.values()) {
      if (subscription.customer !== id || subscription.status === "canceled") continue;
      subscription.status = "canceled";
      recordEvent("customer.subscription.deleted", subscriptionObject(subscription));
    }
  }

  function expire(session: SessionState): void {
    session.status = "expired";
    recordEvent("checkout.session.expired", sessionObject(session));
  }

  function refund(payment: PaymentState, amount = payment.amount): void {
    payment.refunded = amount;
    recordEvent("charge.refunded", charge(payment));
  }

  function dispute(payment: PaymentState, status: Stripe.Dispute.Status): void {
    const isNew = payment.dispute === null;
    payment.dispute = status;
    recordEvent(
      isNew ? "charge.dispute.created" : "charge.dispute.closed",
      disputeObject(payment, status),
    );
  }

  function expireIfDue(session: SessionState): void {
    if (session.status === "open" && session.created + 24 * 3600 <= seconds()) expire(session);
  }

  const server = createServer(getRequestListener(app.fetch));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("It does not listen.");
    url = `http://127.0.0.1:${address.port}`;
  });
  beforeEach(() => {
    events = [];
    isUnavailable = false;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    /** Where its API is; known from the file's `beforeAll` on. */
    get url() {
      return url;
    },
    sessions: sessions as ReadonlyMap<string, SessionState>,
    subscriptions: subscriptions as ReadonlyMap<string, SubscriptionState>,
    customers: customers as ReadonlyMap<string, { email: string | null }>,
    prices: prices as ReadonlyMap<string, PriceState>,
    /** What was asked, as "POST /v1/customers". */
    asked: asked as readonly string[],
    /** Events that wait to be delivered, in the order they happened. */
    get events(): readonly StripeEvent[] {
      return events;
    },
    /** Removes a customer as its operator does in the dashboard; their subscriptions end. */
    removeCustomer,
    /** Every request fails while it is away. */
    setUnavailable(unavailable: boolean) {
      isUnavailable = unavailable;
    },
    /** The open session at an address that the product gave out. */
    sessionAt: (address: string) => get(sessions, address.split("/").at(-1) ?? ""),

    /** Pays an open session; `free`: a promotion code took all of it. False when it cannot be paid any more. */
    pay(sessionId: string, { free = false, later = false } = {}) {
      const session = get(sessions, sessionId);
      expireIfDue(session);
      if (session.status !== "open") return false;
      session.status = "complete";
      session.payment_status = free ? "no_payment_required" : later ? "unpaid" : "paid";
      if (free) session.amount_total = 0;
      if (session.mode === "subscription") {
        const subscription = addSubscription(session);
        session.subscription = subscription.id;
        recordEvent("customer.subscription.created", subscriptionObject(subscription));
        recordEvent("invoice.paid", invoiceObject(subscription));
      } else if (!free) {
        const { customer, amount_total: amount, payment_metadata: metadata } = session;
        const status = later ? "processing" : "succeeded";
        session.payment_intent = addPayment({ customer, amount, metadata, status }).id;
      }
      recordEvent("checkout.session.completed", sessionObject(session));
      return true;
    },

    /** The bank's word on a payment that was to come later. */
    settle(sessionId: string, hasCome: boolean) {
      const session = get(sessions, sessionId);
      const payment = paidBy(sessionId);
      payment.status = hasCome ? "succeeded" : "requires_payment_method";
      session.payment_status = hasCome ? "paid" : "unpaid";
      const word = hasCome ? "succeeded" : "failed";
      recordEvent(`checkout.session.async_payment_${word}`, sessionObject(session));
    },

    expire: (sessionId: string) => expire(get(sessions, sessionId)),

    /** All of it, or a part. */
    refund: (sessionId: string, amount?: number) => refund(paidBy(sessionId), amount),

    /** Whether the money of a session, or of its subscription's last paid invoice, was refunded or is in dispute. */
    isTakenBack(sessionId: string) {
      const session = get(sessions, sessionId);
      const payment =
        session.subscription === null ? paymentOf(session) : lastPaymentOf(session.subscription);
      if (payment === undefined) return false;
      const isLost = payment.dispute === "needs_response" || payment.dispute === "lost";
      return isLost || payment.refunded >= payment.amount;
    },

    dispute: (sessionId: string, status: Stripe.Dispute.Status) =>
      dispute(paidBy(sessionId), status),

    changeSubscription(id: string, changes: Partial<SubscriptionState>) {
      const subscription = get(subscriptions, id);
      Object.assign(subscription, changes);
      keepInvoice(subscription);
      const word = subscription.status === "canceled" ? "deleted" : "updated";
      recordEvent(`customer.subscription.${word}`, subscriptionObject(subscription));
    },

    /** Another period was paid. */
    renew(id: string) {
      const subscription = get(subscriptions, id);
      subscription.period_start = subscription.period_end;
      subscription.period_end = periodEnd(subscription.period_start, subscription.interval);
      subscription.invoice = invoiceFor(subscription.customer, subscription.amount);
      keepInvoice(subscription);
      recordEvent("invoice.paid", invoiceObject(subscription));
    },

    /** Another period was not paid. */
    failRenewal(id: string) {
      const subscription = get(subscriptions, id);
      const { amount } = subscription;
      subscription.status = "past_due";
      subscription.invoice = {
        id: newId("in"),
        status: "open",
        amount,
        payment_intent: null,
        created: seconds(),
      };
      keepInvoice(subscription);
      recordEvent("invoice.payment_failed", invoiceObject(subscription));
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    /** What was not paid is paid now. */
    fixCard(id: string) {
      const subscription = get(subscriptions, id);
      const { customer, amount } = subscription;
      subscription.status = "active";
      for (const invoice of invoicesOf(id)) {
        if (invoice.status !== "open") continue;
        const paid = addPayment({ customer, amount, metadata: {}, status: "succeeded" });
        Object.assign(invoice, { status: "paid", payment_intent: paid.id });
        recordEvent("invoice.paid", invoiceObject({ ...subscription, invoice }));
      }
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    invoicesOf,

    /** Refunds, or disputes, what was last paid for a subscription. */
    refundSubscription: (id: string) => refund(lastPaymentOf(id)),
    disputeSubscription: (id: string, status: Stripe.Dispute.Status) =>
      dispute(lastPaymentOf(id), status),
    refundPayment: (id: string) => refund(get(payments, id)),
    disputePayment: (id: string, status: Stripe.Dispute.Status) =>
      dispute(get(payments, id), status),

    /** Takes the waiting events out, as they would be sent. */
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },

    /** A request that brings an event, signed by the library's own helper. */
    request(event: StripeEvent): RequestInit {
      const payload = JSON.stringify(event);
      const signature = helper.webhooks.generateTestHeaderString({
        payload,
        secret: stripeWebhookSecret,
      });
      return {
        method: "POST",
        headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
        body: payload,
      };
    },
  };
}

class Missing extends Error {
  readonly param: string;

  constructor(id: string, param: string) {
    super(`No such ${param}: ${id}`);
    this.param = param;
  }
}

function charge(payment: PaymentState) {
  const { latest_charge } = paymentObject(payment);
  if (latest_charge === null) throw new Error("Nothing was charged.");
  return latest_charge;
}

function periodEnd(start: number, interval: "month" | "year"): number {
  const add = interval === "month" ? addMonths : addYears;
  return add(new Date(start * 1000), 1).getTime() / 1000;
}

/** `metadata[a]=b` of a form. */
function nested(form: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [],
    ),
  );
}

/** `expand[0]=a&expand[1]=b` of an address. */
function listed(c: Context, name: string): string[] {
  return Object.entries(c.req.query()).flatMap(([key, value]) =>
    key.startsWith(`${name}[`) ? [value] : [],
  );
}
