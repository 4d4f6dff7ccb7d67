import { type Context, Hono } from "hono";
import { daySeconds, minuteSeconds } from "#contract/values/durations.ts";
import type { createStripeAccount } from "./stripe-account.ts";
import { get, MissingError, RefusedError } from "./stripe-errors.ts";
import { listQueryValues, nested } from "./stripe-forms.ts";
import {
  customerObject,
  deletedCustomerObject,
  disputeObject,
  invoiceObject,
  invoicePaymentObject,
  listObject,
  paymentObject,
  portalSessionObject,
  refundObject,
  sessionObject,
  singleInvoiceObject,
  subscriptionObject,
} from "./stripe-objects.ts";
import type { createStripeRequests } from "./stripe-requests.ts";
import type { StripeSales } from "./stripe-sales.ts";
import type { SessionState } from "./stripe-states.ts";

/** The API by which the product sells, and asks what was sold. */
export function createStripeApi({
  key,
  newId,
  seconds,
  account,
  sales,
  requests,
  asked,
  isUnavailable,
}: {
  key: string;
  newId(prefix: string): string;
  seconds(): number;
  account: ReturnType<typeof createStripeAccount>;
  sales: StripeSales;
  requests: ReturnType<typeof createStripeRequests>;
  /** Gets what is asked, as "POST /v1/customers". */
  asked: string[];
  isUnavailable(): boolean;
}): Hono {
  const { prices } = account;
  const { sessions, payments, subscriptions, invoices, customers } = sales;
  const { formerCustomers, findPayment, findSubscription } = sales;
  const { removeCustomer, cancel, refund, expire, expireIfDue } = sales;
  const app = new Hono();
  app.use(async (c, next) => {
    asked.push(`${c.req.method} ${c.req.path}`);
    if (isUnavailable()) return c.json({ error: { type: "api_error", message: "Away." } }, 503);
    if (c.req.header("authorization") !== `Bearer ${key}`) {
      return c.json({ error: { type: "authentication_error", message: "Wrong key." } }, 401);
    }
    return next();
  });
  app.use(requests.handle);
  app.onError((error, c) => {
    const { message } = error;
    const described = { type: "invalid_request_error", message };
    if (error instanceof MissingError) {
      return c.json({ error: { ...described, code: "resource_missing", param: error.param } }, 404);
    }
    return c.json(
      {
        error: {
          ...described,
          ...(error instanceof RefusedError && { param: error.param, code: error.code }),
        },
      },
      400,
    );
  });

  const readForm = async (c: Context) => new URLSearchParams(await c.req.text());

  app.post("/v1/customers", async (c) => {
    const form = await readForm(c);
    const id = newId("cus");
    const metadata = nested(form, "metadata");
    const customer = { email: form.get("email"), metadata, created: seconds() };
    customers.set(id, customer);
    return c.json(customerObject(id, customer));
  });
  app.post("/v1/customers/:id", async (c) => {
    const form = await readForm(c);
    const id = c.req.param("id");
    const customer = get(customers, id);
    customer.email = form.get("email") ?? customer.email;
    return c.json(customerObject(id, customer));
  });
  app.get("/v1/customers", (c) => {
    const since = Number(c.req.query("created[gte]") ?? 0);
    const found = [...customers].filter(([, { created }]) => created >= since).toReversed();
    return c.json(
      listObject(
        found.map(([id, customer]) => customerObject(id, customer)),
        c.req.path,
      ),
    );
  });
  app.get("/v1/customers/search", (c) => {
    const [, userId] = /^metadata\["user_id"\]:"([^"]+)"$/.exec(c.req.query("query") ?? "") ?? [];
    const found = [...customers].filter(([, { metadata }]) => metadata.user_id === userId);
    return c.json({
      ...listObject(
        found.map(([id, customer]) => customerObject(id, customer)),
        c.req.path,
      ),
      object: "search_result",
    });
  });
  app.get("/v1/customers/:id", (c) => {
    const id = c.req.param("id");
    if (formerCustomers.has(id)) return c.json(deletedCustomerObject(id));
    return c.json(customerObject(id, get(customers, id)));
  });
  app.delete("/v1/customers/:id", (c) => {
    const id = c.req.param("id");
    removeCustomer(id);
    return c.json(deletedCustomerObject(id));
  });

  app.get("/v1/account", (c) => c.json({ id: "acct_double", object: "account" }));
  app.route("/v1", account.app);

  app.post("/v1/billing_portal/sessions", async (c) => {
    const form = await readForm(c);
    const customer = form.get("customer") ?? "";
    get(customers, customer, "customer");
    const configuration = form.get("configuration") ?? "bpc_default";
    return c.json(portalSessionObject(customer, form.get("return_url") ?? "", configuration));
  });

  app.post("/v1/checkout/sessions", async (c) => {
    const form = await readForm(c);
    const mode = form.get("mode") === "subscription" ? "subscription" : "payment";
    const price = form.get("line_items[0][price]") ?? "";
    const sold = get(prices, price, "line_items[0][price]");
    // Stripe asks a buyer abroad for their currency, unless one is named.
    const [abroad] = Object.entries(sold.currency_options ?? {});
    const given = form.get("currency");
    const [currency, amount] =
      given === null && abroad !== undefined ? abroad : [sold.currency, sold.unit_amount];
    if (given !== null && given !== currency) {
      throw new RefusedError("The price has no such currency.", "currency");
    }
    if (!sold.active) {
      throw new RefusedError("The price specified is inactive.", "line_items[0][price]");
    }
    const session: SessionState = {
      id: newId("cs"),
      customer: form.get("customer") ?? "",
      mode,
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency,
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
      allowed: Object.values(nested(form, "allowed_payment_method_types")),
      // The account's own setting is on.
      adaptive_pricing: form.get("adaptive_pricing[enabled]") !== "false",
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
      expires_at: Number(form.get("expires_at") ?? seconds() + daySeconds),
    };
    const livesSeconds = session.expires_at - seconds();
    if (livesSeconds < 30 * minuteSeconds || livesSeconds > daySeconds) {
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
    const payment = isWanted("payment_intent") ? findPayment(session) : undefined;
    const subscription = isWanted("subscription") ? findSubscription(session) : undefined;
    const isGone = isWanted("customer") && !customers.has(session.customer);
    return sessionObject(session, {
      customer: isGone ? deletedCustomerObject(session.customer) : undefined,
      payment_intent: payment && paymentObject(payment),
      subscription: subscription && subscriptionObject(subscription),
      ...(isWanted("invoice") &&
        session.invoice !== null && { invoice: singleInvoiceObject(session, session.invoice) }),
    });
  };
  app.get("/v1/checkout/sessions/:id", (c) => {
    const session = get(sessions, c.req.param("id"));
    expireIfDue(session);
    return c.json(expandedSession(session, listQueryValues(c, "expand")));
  });
  app.get("/v1/checkout/sessions", (c) => {
    const since = Number(c.req.query("created[gte]") ?? 0);
    for (const session of sessions.values()) expireIfDue(session);
    const found = [...sessions.values()].filter(
      ({ customer, status, created }) =>
        customer === (c.req.query("customer") ?? customer) &&
        status === c.req.query("status") &&
        created >= since,
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
  app.delete("/v1/subscriptions/:id", (c) => {
    const subscription = get(subscriptions, c.req.param("id"));
    if (subscription.status === "canceled") throw new MissingError(subscription.id, "id");
    cancel(subscription);
    return c.json(subscriptionObject(subscription));
  });
  app.post("/v1/refunds", async (c) => {
    const payment = get(
      payments,
      (await readForm(c)).get("payment_intent") ?? "",
      "payment_intent",
    );
    if (payment.status !== "succeeded") {
      throw new RefusedError("It has no successful charge to refund.", "payment_intent");
    }
    if (payment.refunded >= payment.amount) {
      throw new RefusedError("It was refunded.", "payment_intent", "charge_already_refunded");
    }
    // A bank's question can be answered by a refund, and what was won is ours again.
    if (payment.dispute === "needs_response" || payment.dispute === "lost") {
      throw new RefusedError("It was disputed.", "payment_intent", "charge_disputed");
    }
    refund(payment);
    return c.json(refundObject(payment));
  });
  app.get("/v1/subscriptions", (c) => {
    const wanted = c.req.query("customer") ?? "";
    get(customers, wanted, "customer");
    const found = [...subscriptions.values()].filter(({ customer }) => customer === wanted);
    return c.json(listObject(found.map(subscriptionObject), c.req.path));
  });
  app.get("/v1/invoice_payments", (c) => {
    const found = [...invoices.values()].flatMap(({ invoice }) => {
      const { id, payment_intent } = invoice;
      if (id !== c.req.query("invoice") || payment_intent === null) return [];
      const isExpanded = listQueryValues(c, "expand").some((path) =>
        path.startsWith("data.payment.payment_intent"),
      );
      const shown = isExpanded ? paymentObject(get(payments, payment_intent)) : payment_intent;
      return [invoicePaymentObject(invoice, shown)];
    });
    return c.json(listObject(found, c.req.path));
  });
  app.get("/v1/invoices", (c) => {
    const { subscription, customer, status } = c.req.query();
    const found = [...invoices.values()]
      .filter(({ subscription_id }) => (subscription ?? subscription_id) === subscription_id)
      .filter(
        ({ subscription_id: id }) =>
          customer === undefined || get(subscriptions, id).customer === customer,
      )
      .filter(({ invoice }) => (status ?? invoice.status) === invoice.status)
      .map(({ subscription_id, invoice }) =>
        invoiceObject(get(subscriptions, subscription_id), invoice, {
          hasPayments: listQueryValues(c, "expand").includes("data.payments"),
        }),
      );
    return c.json(listObject(found.toReversed(), c.req.path));
  });
  app.get("/v1/invoices/:id", (c) => {
    const { subscription_id, invoice } = get(invoices, c.req.param("id"), "invoice");
    const shown = invoiceObject(get(subscriptions, subscription_id), invoice);
    // Stripe's addresses expire after a month or a few; each answer has one that works.
    return c.json({ ...shown, hosted_invoice_url: `${shown.hosted_invoice_url}/${seconds()}` });
  });
  app.post("/v1/invoices/:id/void", (c) => {
    const { subscription_id, invoice } = get(invoices, c.req.param("id"), "invoice");
    const payment =
      invoice.payment_intent === null ? undefined : payments.get(invoice.payment_intent);
    if (invoice.status !== "open" && invoice.status !== "uncollectible") {
      throw new RefusedError("You can only pass in open or uncollectible invoices.", "invoice");
    }
    invoice.status = "void";
    if (payment !== undefined) payment.status = "canceled";
    return c.json(invoiceObject(get(subscriptions, subscription_id), invoice));
  });
  app.get("/v1/disputes", (c) => {
    const found = [...payments.values()].flatMap((payment) =>
      `ch_${payment.id}` === c.req.query("charge") && payment.dispute !== null
        ? [disputeObject(payment, payment.dispute)]
        : [],
    );
    return c.json(listObject(found, c.req.path));
  });

  return app;
}

/** Source: https://docs.stripe.com/api/checkout/sessions/create and https://docs.stripe.com/tax/checkout/tax-ids */
function requireConsistent(session: SessionState): void {
  const { mode, customer_update, tax_id_collection, automatic_tax, invoice_metadata } = session;
  if (tax_id_collection && customer_update.name !== "auto") {
    throw new RefusedError(
      "To collect tax IDs, set `customer_update[name]` to `auto`.",
      "customer",
    );
  }
  if (automatic_tax && customer_update.address !== "auto") {
    throw new RefusedError("To add tax, set `customer_update[address]` to `auto`.", "customer");
  }
  if (invoice_metadata !== undefined && mode !== "payment") {
    throw new RefusedError("Invoices are created in payment mode only.", "invoice_creation");
  }
}
