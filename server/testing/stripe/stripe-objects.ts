import type Stripe from "stripe";
import { listObject, priceObject } from "./stripe-account-objects.ts";
import type {
  CustomerState,
  DiscountState,
  InvoiceState,
  LineState,
  Part,
  PaymentState,
  PriceState,
  SessionState,
  SubscriptionState,
} from "./stripe-states.ts";

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

function chargeObject(state: PaymentState) {
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
  return {
    id: `du_${state.id}`,
    object: "dispute",
    amount: state.amount,
    balance_transactions: state.isResolved ? [{ amount: -state.amount }] : [],
    charge: `ch_${state.id}`,
    created: state.created,
    payment_intent: state.id,
    payment_method_details: {
      card: { case_type: caseTypeOf(state, status) },
      type: "card",
    },
    status,
  } satisfies Part<Stripe.Dispute>;
}

function caseTypeOf({ isResolved }: PaymentState, status: Stripe.Dispute.Status) {
  if (status !== "prevented") return "chargeback";
  return isResolved ? "resolution" : "block";
}

export function invoiceObject(
  state: Pick<SubscriptionState, "id" | "customer" | "invoice">,
  { hasPayments = false } = {},
) {
  const { id, customer, invoice } = state;
  const isPaid = invoice.status === "paid";
  const isDraft = invoice.status === "draft";
  const lines = invoice.lines ?? [{ amount: invoice.amount }];
  return {
    id: invoice.id,
    object: "invoice",
    amount_due: invoice.amount,
    amount_paid: isPaid ? invoice.amount : 0,
    billing_reason: invoice.isByHand
      ? "manual"
      : invoice.isForChange
        ? "subscription_update"
        : "subscription_cycle",
    collection_method: invoice.due_date === undefined ? "charge_automatically" : "send_invoice",
    created: invoice.created,
    currency: "usd",
    customer,
    due_date: invoice.due_date ?? null,
    hosted_invoice_url: isDraft ? null : `https://invoice.stripe.example/${invoice.id}`,
    last_finalization_error: invoice.isRefused
      ? { code: "customer_tax_location_invalid", type: "invalid_request_error" }
      : null,
    lines: listObject(
      lines.map((line) => lineObject(id, invoice, line)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    parent: { subscription_details: { subscription: id }, type: "subscription_details" },
    ...(hasPayments && {
      payments: listObject(
        invoice.payment_intent === null
          ? []
          : [invoicePaymentObject(state, invoice.payment_intent)],
        `/v1/invoices/${invoice.id}/payments`,
      ),
    }),
    status: invoice.status,
    total: lines.reduce((sum, { amount, discount = 0 }) => sum + amount - discount, 0),
    ...(invoice.uncollectible !== undefined && {
      status_details: { uncollectible: { reason: invoice.uncollectible } },
    }),
    status_transitions: {
      finalized_at: isDraft ? null : invoice.created,
      paid_at: isPaid ? (invoice.paid_at ?? invoice.created) : null,
    },
  } satisfies Part<Stripe.Invoice>;
}

function lineObject(
  subscription: string,
  { created, period_end }: InvoiceState,
  { amount, proration, discount }: LineState,
) {
  return {
    object: "line_item",
    amount,
    discount_amounts: discount === undefined ? [] : [{ amount: discount, discount: "di_0" }],
    parent: {
      subscription_item_details: { proration: proration ?? false, subscription },
      type: "subscription_item_details",
    },
    period: { start: created, end: period_end },
  } satisfies Part<Stripe.InvoiceLineItem>;
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
  { invoice }: Pick<SubscriptionState, "invoice">,
  paymentIntent: string | ReturnType<typeof paymentObject>,
) {
  const isPaid = invoice.status === "paid";
  return {
    id: `inpay_${invoice.id}`,
    object: "invoice_payment",
    amount_paid: isPaid ? invoice.amount : 0,
    invoice: invoice.id,
    payment: { type: "payment_intent", payment_intent: paymentIntent },
    status: isPaid ? "paid" : "open",
  } satisfies Part<Stripe.InvoicePayment>;
}

export function subscriptionItemObject(state: SubscriptionState, { hasCoupons = false } = {}) {
  const price = priceObject({
    id: state.price,
    product: state.product,
    lookup_key: null,
    unit_amount: state.amount,
    currency: "usd",
    active: true,
    interval: state.interval,
    tax_behavior: state.tax_behavior,
    created: state.created,
  });
  return {
    id: `si_${state.id}`,
    object: "subscription_item",
    current_period_end: state.period_end,
    current_period_start: state.period_start,
    discounts: discountObjects(state.itemDiscounts ?? [], { hasCoupons }),
    price: {
      ...price,
      recurring: { interval: state.interval, interval_count: state.interval_count ?? 1 },
    },
    quantity: state.quantity ?? 1,
    subscription: state.id,
  } satisfies Part<Stripe.SubscriptionItem>;
}

export function subscriptionObject(
  state: SubscriptionState,
  {
    hasCoupons = false,
    customer,
  }: { hasCoupons?: boolean; customer?: ReturnType<typeof customerObject> | undefined } = {},
) {
  return {
    id: state.id,
    object: "subscription",
    automatic_tax: { enabled: state.automatic_tax },
    cancel_at: state.cancel_at ?? (state.cancel_at_period_end ? state.period_end : null),
    cancel_at_period_end: state.cancel_at_period_end,
    cancellation_details: {
      comment: null,
      feedback: null,
      reason: state.cancelledFor ?? null,
    },
    created: state.created,
    currency: "usd",
    customer: customer ?? state.customer,
    default_tax_rates: state.taxRates ?? [],
    discounts: discountObjects(state.discounts, { hasCoupons }),
    ended_at: state.ended_at ?? null,
    items: listObject(
      [subscriptionItemObject(state)],
      `/v1/subscription_items?subscription=${state.id}`,
    ),
    latest_invoice: invoiceObject(state),
    metadata: state.metadata,
    pause_collection: state.isCollectionPaused ? { behavior: "mark_uncollectible" } : null,
    schedule: state.nextPrice === undefined ? null : scheduleIdOf(state),
    start_date: state.created,
    status: state.status,
  } satisfies Part<Stripe.Subscription>;
}

const scheduleIdOf = ({ id }: SubscriptionState) => `sub_sched_${id}`;

/** The schedule that the portal makes for a downgrade. */
export function scheduleObject(
  state: SubscriptionState,
  nextPrice: PriceState,
  { hasPrices }: { hasPrices: boolean },
) {
  const { period_start, period_end } = state;
  const nextEnds = period_end + (period_end - period_start);
  return {
    id: scheduleIdOf(state),
    object: "subscription_schedule",
    current_phase: { start_date: period_start, end_date: period_end },
    end_behavior: "release",
    phases: [
      {
        start_date: period_start,
        end_date: period_end,
        items: [{ price: state.price, quantity: state.quantity ?? 1 }],
      },
      {
        start_date: period_end,
        end_date: nextEnds,
        items: [{ price: hasPrices ? priceObject(nextPrice) : nextPrice.id, quantity: 1 }],
      },
    ],
    status: "active",
    subscription: state.id,
  } satisfies Part<Stripe.SubscriptionSchedule>;
}

function discountObjects(states: DiscountState[], { hasCoupons }: { hasCoupons: boolean }) {
  return states.map((state, index) => (hasCoupons ? discountObject(state, index) : `di_${index}`));
}

function discountObject({ end, percent_off, amount_off, duration }: DiscountState, index: number) {
  const coupon = {
    id: `coupon_${index}`,
    object: "coupon",
    amount_off: amount_off ?? null,
    currency: amount_off === undefined ? null : "usd",
    duration,
    percent_off: percent_off ?? null,
    valid: true,
  } satisfies Part<Stripe.Coupon>;
  return {
    id: `di_${index}`,
    object: "discount",
    end: end ?? null,
    source: { type: "coupon", coupon },
  } satisfies Part<Stripe.Discount>;
}

export function customerObject(id: string, state: CustomerState, { hasCoupon = false } = {}) {
  const { email, metadata, created, discount, balance = 0 } = state;
  return {
    id,
    object: "customer",
    balance,
    created,
    currency: "usd",
    discount:
      discount === undefined
        ? null
        : hasCoupon
          ? discountObject(discount, 0)
          : { id: "di_0", object: "discount", source: { type: "coupon", coupon: "coupon_0" } },
    email,
    metadata,
  } satisfies Part<Stripe.Customer>;
}

export function deletedCustomerObject(id: string) {
  return { id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer;
}

export function portalSessionObject(
  customer: string,
  returnUrl: string,
  configuration: string,
  changedSubscription: string | null,
) {
  return {
    id: "bps_1",
    object: "billing_portal.session",
    configuration,
    customer,
    return_url: returnUrl,
    url: `https://billing.stripe.example/${customer}${changedSubscription === null ? "" : `/change/${changedSubscription}`}`,
  } satisfies Part<Stripe.BillingPortal.Session>;
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
