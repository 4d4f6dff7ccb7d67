import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { addMonths, addYears } from "date-fns";
import { type Context, Hono } from "hono";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { TestClock } from "../clock.ts";
import { createStripeAccount, queriesOf } from "./stripe-account.ts";
import { get, Missing, Refused } from "./stripe-errors.ts";
import {
  type ConfigurationState,
  customerObject,
  disputeObject,
  type EndpointState,
  eventObject,
  invoiceObject,
  invoicePaymentObject,
  listObject,
  type PaymentState,
  type PriceState,
  type ProductState,
  paymentObject,
  portalSessionObject,
  type SessionState,
  type SubscriptionState,
  sessionObject,
  singleInvoiceObject,
  subscriptionObject,
} from "./stripe-objects.ts";
import { createStripeRequests } from "./stripe-requests.ts";

export const stripeKey = "sk_test_double";
export const stripeWebhookSecret = "whsec_double";

export type StripeEvent = ReturnType<typeof eventObject>;

/** `isResolved`: a prevented dispute gave the money back. */
type DisputeOutcome = { isResolved?: boolean };

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

  function addSubscription(
    session: Pick<SessionState, "customer" | "price" | "payment_metadata">,
    { isFree = false } = {},
  ): SubscriptionState {
    const { interval, unit_amount, product } = get(prices, session.price);
    const created = seconds();
    const invoice = invoiceFor(session.customer, isFree ? 0 : unit_amount);
    if (isFree) invoice.lines = [{ amount: unit_amount, discount: unit_amount }];
    const subscription: SubscriptionState = {
      id: newId("sub"),
      customer: session.customer,
      price: session.price,
      product,
      interval: interval ?? "month",
      amount: unit_amount,
      status: "active",
      cancel_at_period_end: false,
      period_start: created,
      period_end: periodEnd(created, interval ?? "month"),
      created,
      metadata: session.payment_metadata,
      discounts: [],
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

  function invoicesOf(id: string): SubscriptionState["invoice"][] {
    return [...invoices.values()].flatMap(({ subscription_id, invoice }) =>
      subscription_id === id ? [invoice] : [],
    );
  }

  function keepInvoice({ id, invoice }: SubscriptionState): void {
    invoices.set(invoice.id, { subscription_id: id, invoice });
  }

  function invoiceFor(customer: string, amount: number): SubscriptionState["invoice"] {
    const payment =
      amount === 0 ? null : addPayment({ customer, amount, metadata: {}, status: "succeeded" });
    return {
      id: newId("in"),
      status: "paid",
      amount,
      payment_intent: payment?.id ?? null,
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
  app.use(requests.handle);
  app.onError((error, c) => {
    const { message } = error;
    const told = { type: "invalid_request_error", message };
    if (error instanceof Missing) {
      return c.json({ error: { ...told, code: "resource_missing", param: error.param } }, 404);
    }
    return c.json(
      { error: { ...told, ...(error instanceof Refused && { param: error.param }) } },
      400,
    );
  });

  const formOf = async (c: Context) => new URLSearchParams(await c.req.text());

  app.post("/v1/customers", async (c) => {
    const form = await formOf(c);
    const id = newId("cus");
    const customer = { email: form.get("email"), metadata: nested(form, "metadata") };
    customers.set(id, customer);
    return c.json(customerObject(id, customer.email, customer.metadata, seconds()));
  });
  app.post("/v1/customers/:id", async (c) => {
    const form = await formOf(c);
    const id = c.req.param("id");
    const customer = get(customers, id);
    customer.email = form.get("email") ?? customer.email;
    return c.json(customerObject(id, customer.email, customer.metadata, seconds()));
  });
  app.get("/v1/customers/search", (c) => {
    const [, userId] = /^metadata\["user_id"\]:"([^"]+)"$/.exec(c.req.query("query") ?? "") ?? [];
    const found = [...customers].filter(([, { metadata }]) => metadata.user_id === userId);
    return c.json({
      ...listObject(
        found.map(([id, { email, metadata }]) => customerObject(id, email, metadata, seconds())),
        c.req.path,
      ),
      object: "search_result",
    });
  });
  app.delete("/v1/customers/:id", (c) => {
    const id = c.req.param("id");
    removeCustomer(id);
    return c.json({ id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer);
  });

  app.route("/v1", account.app);

  app.post("/v1/billing_portal/sessions", async (c) => {
    const form = await formOf(c);
    const customer = form.get("customer") ?? "";
    get(customers, customer, "customer");
    const configuration = form.get("configuration") ?? "bpc_default";
    const changed = form.get("flow_data[subscription_update][subscription]");
    if (changed !== null && get(subscriptions, changed).cancel_at_period_end) {
      throw new Refused("This subscription cannot be updated.", "flow_data");
    }
    return c.json(
      portalSessionObject(customer, form.get("return_url") ?? "", configuration, changed),
    );
  });

  app.post("/v1/checkout/sessions", async (c) => {
    const form = await formOf(c);
    const mode = form.get("mode") === "subscription" ? "subscription" : "payment";
    const price = form.get("line_items[0][price]") ?? "";
    const sold = get(prices, price, "line_items[0][price]");
    if (!sold.active) {
      throw new Refused("The price specified is inactive.", "line_items[0][price]");
    }
    const session: SessionState = {
      id: newId("cs"),
      customer: form.get("customer") ?? "",
      mode,
      status: "open",
      payment_status: "unpaid",
      amount_total: sold.unit_amount,
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
      tax_id_collection: form.get("tax_id_collection[enabled]") === "true",
      customer_update: nested(form, "customer_update"),
      invoice_metadata:
        form.get("invoice_creation[enabled]") === "true"
          ? nested(form, "invoice_creation[invoice_data][metadata]")
          : undefined,
      invoice: null,
      created: seconds(),
      expires_at: Number(form.get("expires_at") ?? seconds() + 24 * 3600),
    };
    const livesSeconds = session.expires_at - seconds();
    if (livesSeconds < 30 * 60 || livesSeconds > 24 * 3600) {
      throw new Error(
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.",
      );
    }
    requireConsistent(session);
    get(customers, session.customer, "customer");
    sessions.set(session.id, session);
    return c.json(sessionObject(session));
  });
  const expandedSession = (session: SessionState, expand: readonly string[]) => {
    const isWanted = (name: string) => expand.some((path) => path.split(".")[0] === name);
    const payment = isWanted("payment_intent") ? paymentOf(session) : undefined;
    const subscription = isWanted("subscription") ? subscriptionOf(session) : undefined;
    return sessionObject(session, {
      payment_intent: payment && paymentObject(payment),
      subscription:
        subscription &&
        subscriptionObject(subscription, {
          hasCoupons: expand.includes("subscription.discounts.source.coupon"),
        }),
      ...(isWanted("invoice") &&
        session.invoice !== null && { invoice: singleInvoiceObject(session, session.invoice) }),
    });
  };
  app.get("/v1/checkout/sessions/:id", (c) => {
    const session = get(sessions, c.req.param("id"));
    expireIfDue(session);
    return c.json(expandedSession(session, queriesOf(c, "expand")));
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
    c.json(
      subscriptionObject(get(subscriptions, c.req.param("id")), { hasCoupons: expandsCoupons(c) }),
    ),
  );
  app.get("/v1/subscriptions", (c) => {
    const wanted = c.req.query("customer") ?? "";
    get(customers, wanted, "customer");
    const found = [...subscriptions.values()].filter(({ customer }) => customer === wanted);
    const hasCoupons = expandsCoupons(c, "data.");
    const shown = found.map((subscription) => subscriptionObject(subscription, { hasCoupons }));
    return c.json(listObject(shown, c.req.path));
  });
  app.get("/v1/invoice_payments", (c) => {
    const found = [...invoices.values()].flatMap(({ subscription_id, invoice }) => {
      const { id, payment_intent } = invoice;
      if (id !== c.req.query("invoice") || payment_intent === null) return [];
      const subscription = { ...get(subscriptions, subscription_id), invoice };
      const isExpanded = queriesOf(c, "expand").includes("data.payment.payment_intent");
      const shown = isExpanded ? paymentObject(get(payments, payment_intent)) : payment_intent;
      return [invoicePaymentObject(subscription, shown)];
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
    recordEvent("charge.refunded", charge(payment));
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
    requests.reset();
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
    products: account.products as ReadonlyMap<string, ProductState>,
    configurations: account.configurations as ReadonlyMap<string, ConfigurationState>,
    endpoints: account.endpoints as ReadonlyMap<string, EndpointState>,
    addEndpoint: account.addEndpoint,
    /** What was asked, as "POST /v1/customers". */
    asked: asked as readonly string[],
    /** Events that wait to be delivered, in the order they happened. */
    get events(): readonly StripeEvent[] {
      return events;
    },
    /** What its operator changes in the dashboard; nothing is told of it. */
    changePrice(id: string, changes: Partial<PriceState>) {
      Object.assign(get(prices, id), changes);
    },
    changeProduct(id: string, changes: Partial<ProductState>) {
      Object.assign(get(account.products, id), changes);
    },
    changeEndpoint(id: string, changes: Partial<EndpointState>) {
      Object.assign(get(account.endpoints, id), changes);
    },
    /** What an earlier version of the product set up. */
    changePortal(id: string, features: ConfigurationState["features"]) {
      Object.assign(get(account.configurations, id).features, features);
    },
    /** As when test data is deleted, or asked for with the wrong key: no event tells of it. */
    forgetSubscription(id: string): SubscriptionState {
      const subscription = get(subscriptions, id);
      subscriptions.delete(id);
      return subscription;
    },
    recallSubscription(subscription: SubscriptionState) {
      subscriptions.set(subscription.id, subscription);
    },
    forgetSession(id: string): SessionState {
      const session = get(sessions, id);
      sessions.delete(id);
      return session;
    },
    recallSession(session: SessionState) {
      sessions.set(session.id, session);
    },
    /** A subscription that a customer has to something else of the same account. */
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
      return addSubscription({ customer, price: price.id, payment_metadata: {} }).id;
    },
    /** Removes a customer as its operator does in the dashboard; their subscriptions end. */
    removeCustomer,
    /** Makes one request fail, or holds requests until they are released. */
    fail: requests.fail,
    hold: requests.hold,
    /** Every request fails while it is away. */
    setUnavailable(unavailable: boolean) {
      isUnavailable = unavailable;
    },
    /** The open session at an address that the product gave out. */
    sessionAt: (address: string) => get(sessions, address.split("/").at(-1) ?? ""),

    /**
     * Pays an open session; `free`: a promotion code took all of it; `later`: by a bank debit; `withoutInvoice`: the
     * invoice of a single is not made yet. False when it cannot be paid any more.
     */
    pay(sessionId: string, { free = false, later = false, withoutInvoice = false } = {}) {
      const session = get(sessions, sessionId);
      expireIfDue(session);
      if (session.status !== "open") return false;
      session.status = "complete";
      session.payment_status = free ? "no_payment_required" : later ? "unpaid" : "paid";
      if (free) session.amount_total = 0;
      if (session.mode === "subscription") {
        const subscription = addSubscription(session, { isFree: free });
        session.subscription = subscription.id;
        if (later) {
          subscription.invoice.status = "open";
          get(payments, subscription.invoice.payment_intent ?? "").status = "processing";
        }
        recordEvent("customer.subscription.created", subscriptionObject(subscription));
        if (!later) recordEvent("invoice.paid", invoiceObject(subscription));
      } else if (!free) {
        const { customer, amount_total: amount, payment_metadata: metadata } = session;
        const status = later ? "processing" : "succeeded";
        session.payment_intent = addPayment({ customer, amount, metadata, status }).id;
      }
      if (session.payment_status === "paid" && !withoutInvoice) makeInvoice(session);
      recordEvent("checkout.session.completed", sessionObject(session));
      return true;
    },

    /** Makes the invoice of a single that was paid without one. */
    makeInvoice: (sessionId: string) => makeInvoice(get(sessions, sessionId)),

    /** The bank's word on a payment that was to come later. */
    settle(sessionId: string, hasCome: boolean) {
      const session = get(sessions, sessionId);
      const subscription = subscriptionOf(session);
      const payment =
        subscription === undefined
          ? paidBy(sessionId)
          : get(payments, subscription.invoice.payment_intent ?? "");
      payment.status = hasCome ? "succeeded" : "requires_payment_method";
      if (subscription !== undefined) {
        if (hasCome) subscription.invoice.status = "paid";
        else subscription.status = "past_due";
        const object = invoiceObject(subscription);
        recordEvent(hasCome ? "invoice.paid" : "invoice.payment_failed", object);
      }
      session.payment_status = hasCome ? "paid" : "unpaid";
      if (hasCome && subscription === undefined) makeInvoice(session);
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
      return isLost || (payment.isResolved ?? false) || payment.refunded >= payment.amount;
    },

    dispute: (sessionId: string, status: Stripe.Dispute.Status, how?: DisputeOutcome) =>
      dispute(paidBy(sessionId), status, how),

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

    /** Another period began, and the bank was asked for its money. */
    renewByDebit(id: string) {
      const subscription = get(subscriptions, id);
      subscription.period_start = subscription.period_end;
      subscription.period_end = periodEnd(subscription.period_start, subscription.interval);
      const invoice = invoiceFor(subscription.customer, subscription.amount);
      get(payments, invoice.payment_intent ?? "").status = "processing";
      subscription.invoice = { ...invoice, status: "open" };
      keepInvoice(subscription);
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    /**
     * The plan was changed, for which so much was paid, and a credit for what was left of the period did the rest.
     * `isWithinPeriod`: the period goes on.
     */
    changePlan(
      id: string,
      interval: "month" | "year",
      amount: number,
      { isWithinPeriod = false } = {},
    ) {
      const subscription = get(subscriptions, id);
      const { unit_amount: price, id: priceId } = priceEach(interval);
      Object.assign(subscription, { interval, price: priceId, amount: price });
      subscription.invoice = {
        ...invoiceFor(subscription.customer, amount),
        isForChange: true,
        lines: [
          { amount: amount - price, proration: true },
          { amount: price, proration: isWithinPeriod },
        ],
      };
      keepInvoice(subscription);
      recordEvent("invoice.paid", invoiceObject(subscription));
      recordEvent("customer.subscription.updated", subscriptionObject(subscription));
    },

    /** Another period was not paid: the card was refused, or the bank wants its buyer to confirm the payment. */
    failRenewal(id: string, { needsConfirmation = false } = {}) {
      const subscription = get(subscriptions, id);
      const { amount, customer } = subscription;
      subscription.status = "past_due";
      subscription.invoice = {
        id: newId("in"),
        status: "open",
        amount,
        payment_intent: needsConfirmation
          ? addPayment({ customer, amount, metadata: {}, status: "requires_action" }).id
          : null,
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
    disputeSubscription: (id: string, status: Stripe.Dispute.Status, how?: DisputeOutcome) =>
      dispute(lastPaymentOf(id), status, how),
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
    request: (event: StripeEvent): RequestInit => signed(JSON.stringify(event)),
    signed,
  };
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

/** Source: https://docs.stripe.com/api/checkout/sessions/create and https://docs.stripe.com/tax/checkout/tax-ids */
function requireConsistent(session: SessionState): void {
  const { mode, customer_update, tax_id_collection, automatic_tax, invoice_metadata } = session;
  if (tax_id_collection && customer_update.name !== "auto") {
    throw new Refused("To collect tax IDs, set `customer_update[name]` to `auto`.", "customer");
  }
  if (automatic_tax && customer_update.address !== "auto") {
    throw new Refused("To add tax, set `customer_update[address]` to `auto`.", "customer");
  }
  if (invoice_metadata !== undefined && mode !== "payment") {
    throw new Refused("Invoices are created in payment mode only.", "invoice_creation");
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

function expandsCoupons(c: Context, prefix = ""): boolean {
  return queriesOf(c, "expand").includes(`${prefix}discounts.source.coupon`);
}
