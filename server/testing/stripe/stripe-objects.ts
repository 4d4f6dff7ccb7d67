import type Stripe from "stripe";
import type {
  ConfigurationState,
  CustomerState,
  EndpointState,
  InvoiceState,
  Part,
  PaymentState,
  PriceState,
  ProductState,
  SessionState,
  SubscriptionState,
} from "./stripe-states.ts";

/** A page of a list, all of it on the first. */
export function listObject<Item>(data: Item[], url: string) {
  return { object: "list", data, has_more: false, url } satisfies Stripe.ApiList<Item>;
}

/** Its other currencies come only where they are asked for, which nothing does. */
export function priceObject({ interval, currency_options: _, ...state }: PriceState) {
  return {
    ...state,
    object: "price",
    recurring: interval && { interval, interval_count: 1 },
    type: interval === null ? "one_time" : "recurring",
  } satisfies Part<Stripe.Price>;
}

export function productObject(state: ProductState) {
  return { ...state, object: "product" } satisfies Part<Stripe.Product>;
}

/** The products of its plan changes come only where they are asked for. */
export function portalConfigurationObject(
  { id, metadata, features }: ConfigurationState,
  { withProducts }: { withProducts: boolean },
) {
  const { products, ...subscriptionUpdate } = features.subscription_update ?? {};
  return {
    id,
    object: "billing_portal.configuration",
    active: true,
    features: {
      ...features,
      subscription_update: {
        ...subscriptionUpdate,
        ...(withProducts && products !== undefined && { products }),
      },
    },
    metadata,
  } satisfies Part<Stripe.BillingPortal.Configuration>;
}

/** The secret comes only once. */
export function webhookEndpointObject(state: EndpointState, secret?: string) {
  return {
    ...state,
    object: "webhook_endpoint",
    ...(secret !== undefined && { secret }),
  } satisfies Part<Stripe.WebhookEndpoint>;
}

export function customerObject(
  id: string,
  { email, metadata, created, balance = 0 }: CustomerState,
) {
  return {
    id,
    object: "customer",
    balance,
    created,
    currency: "usd",
    email,
    metadata,
  } satisfies Part<Stripe.Customer>;
}

export function deletedCustomerObject(id: string) {
  return { id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer;
}

export function portalSessionObject(customer: string, returnUrl: string, configuration: string) {
  return {
    id: "bps_1",
    object: "billing_portal.session",
    configuration,
    customer,
    return_url: returnUrl,
    url: `https://billing.stripe.example/${customer}`,
  } satisfies Part<Stripe.BillingPortal.Session>;
}

export function sessionObject(
  state: SessionState,
  expanded: {
    customer?: ReturnType<typeof deletedCustomerObject> | undefined;
    payment_intent?: ReturnType<typeof paymentObject> | undefined;
    subscription?: ReturnType<typeof subscriptionObject> | undefined;
    invoice?: ReturnType<typeof singleInvoiceObject> | undefined;
  } = {},
) {
  return {
    id: state.id,
    object: "checkout.session",
    amount_total: state.amount_total,
    client_reference_id: state.client_reference_id,
    created: state.created,
    currency: state.currency,
    customer: expanded.customer ?? state.customer,
    expires_at: state.expires_at,
    invoice: expanded.invoice ?? state.invoice,
    metadata: state.metadata,
    mode: state.mode,
    payment_intent: expanded.payment_intent ?? state.payment_intent,
    payment_status: state.payment_status,
    status: state.status,
    subscription: expanded.subscription ?? state.subscription,
    url: state.status === "open" ? `https://checkout.stripe.example/${state.id}` : null,
  } satisfies Part<Stripe.Checkout.Session>;
}

export function chargeObject(state: PaymentState) {
  return {
    id: `ch_${state.id}`,
    object: "charge",
    amount: state.amount,
    amount_refunded: state.refunded,
    created: state.created,
    customer: state.customer,
    disputed: state.dispute !== null,
    metadata: state.metadata,
    payment_intent: state.id,
    receipt_url: `https://pay.stripe.example/receipts/${state.id}`,
    refunded: state.refunded >= state.amount && state.amount > 0,
    status: "succeeded",
  } satisfies Part<Stripe.Charge>;
}

export function paymentObject(state: PaymentState) {
  return {
    id: state.id,
    object: "payment_intent",
    amount: state.amount,
    created: state.created,
    customer: state.customer,
    latest_charge: state.status === "succeeded" ? chargeObject(state) : null,
    metadata: state.metadata,
    status: state.status,
  } satisfies Part<Stripe.PaymentIntent>;
}

export function refundObject({ id, amount, created }: PaymentState) {
  return {
    id: `re_${id}`,
    object: "refund",
    amount,
    created,
    payment_intent: id,
    status: "succeeded",
  } satisfies Part<Stripe.Refund>;
}

export function disputeObject(state: PaymentState, status: Stripe.Dispute.Status) {
  const prevented = state.isResolved ? "resolution" : "block";
  return {
    id: `du_${state.id}`,
    object: "dispute",
    amount: state.amount,
    balance_transactions: state.isResolved ? [{ amount: -state.amount }] : [],
    charge: `ch_${state.id}`,
    created: state.created,
    payment_intent: state.id,
    payment_method_details: {
      card: { case_type: status === "prevented" ? prevented : "chargeback" },
      type: "card",
    },
    status,
  } satisfies Part<Stripe.Dispute>;
}

/** An invoice of a subscription. */
export function invoiceObject(
  { id: subscription, customer }: Pick<SubscriptionState, "id" | "customer">,
  invoice: InvoiceState,
  { hasPayments = false } = {},
) {
  const { id, amount, created, payment_intent, period_end } = invoice;
  const isPaid = invoice.status === "paid";
  return {
    id,
    object: "invoice",
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    created,
    currency: "usd",
    customer,
    hosted_invoice_url: `https://invoice.stripe.example/${id}`,
    lines: listObject(
      [{ period: { start: created, end: period_end } }],
      `/v1/invoices/${id}/lines`,
    ),
    parent: { subscription_details: { subscription }, type: "subscription_details" },
    ...(hasPayments && {
      payments: listObject(
        payment_intent === null ? [] : [invoicePaymentObject(invoice, payment_intent)],
        `/v1/invoices/${id}/payments`,
      ),
    }),
    status: invoice.status,
    status_transitions: {
      finalized_at: created,
      paid_at: isPaid ? (invoice.paid_at ?? created) : null,
    },
  } satisfies Part<Stripe.Invoice>;
}

/** The invoice of a single payment, made once it is paid. */
export function singleInvoiceObject(session: SessionState, id: string) {
  return {
    id,
    object: "invoice",
    amount_due: session.amount_total,
    amount_paid: session.amount_total,
    created: session.created,
    customer: session.customer,
    hosted_invoice_url: `https://invoice.stripe.example/${id}`,
    metadata: session.invoice_metadata ?? {},
    parent: null,
    status: "paid",
  } satisfies Part<Stripe.Invoice>;
}

export function invoicePaymentObject(
  { id, status, amount }: InvoiceState,
  paymentIntent: string | ReturnType<typeof paymentObject>,
) {
  const isPaid = status === "paid";
  return {
    id: `inpay_${id}`,
    object: "invoice_payment",
    amount_paid: isPaid ? amount : 0,
    invoice: id,
    payment: { type: "payment_intent", payment_intent: paymentIntent },
    status: isPaid ? "paid" : "open",
  } satisfies Part<Stripe.InvoicePayment>;
}

export function subscriptionObject(state: SubscriptionState) {
  const { interval, interval_count = 1 } = state;
  const price = priceObject({
    id: state.price,
    product: state.product,
    lookup_key: null,
    unit_amount: state.amount,
    currency: "usd",
    active: true,
    interval,
    tax_behavior: state.tax_behavior,
    created: state.created,
  });
  const item = {
    id: `si_${state.id}`,
    object: "subscription_item",
    current_period_end: state.period_end,
    current_period_start: state.period_start,
    price: { ...price, recurring: { interval, interval_count } },
    quantity: state.quantity ?? 1,
    subscription: state.id,
  } satisfies Part<Stripe.SubscriptionItem>;
  return {
    id: state.id,
    object: "subscription",
    automatic_tax: { enabled: state.automatic_tax },
    cancel_at: state.cancel_at ?? (state.cancel_at_period_end ? state.period_end : null),
    cancel_at_period_end: state.cancel_at_period_end,
    created: state.created,
    currency: "usd",
    customer: state.customer,
    items: listObject([item], `/v1/subscription_items?subscription=${state.id}`),
    latest_invoice: invoiceObject(state, state.invoice),
    metadata: state.metadata,
    start_date: state.created,
    status: state.status,
  } satisfies Part<Stripe.Subscription>;
}

/** An event's envelope; its type and object belong together by the caller's word. */
export function eventObject(
  id: string,
  type: string,
  object: { object: string; id: string },
  created: number,
) {
  return { id, object: "event", created, data: { object }, type };
}
