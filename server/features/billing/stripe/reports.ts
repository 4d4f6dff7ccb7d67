import type Stripe from "stripe";
import type { CheckoutReport, PaymentReport, SubscriptionReport } from "../provider.ts";
import { idOf, isMissing } from "./client.ts";
import { expandedCoupons, reportDiscounts } from "./discounts.ts";
import type { StripePrices } from "./prices.ts";
import { readUnpaidInvoice } from "./unpaid-invoice.ts";

/** A dispute in one of these has taken the money; the other states are a question, or were won. */
const lostDisputes = new Set([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "lost",
]);

export async function readPayment(stripe: Stripe, paymentId: string): Promise<PaymentReport> {
  return reportPayment(
    stripe,
    await stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] }),
  );
}

async function reportPayment(
  stripe: Stripe,
  payment: Stripe.PaymentIntent,
): Promise<PaymentReport> {
  const charge = typeof payment.latest_charge === "string" ? null : payment.latest_charge;
  return {
    payment_id: payment.id,
    customer_id: payment.customer === null ? null : idOf(payment.customer),
    checkout_id: payment.metadata.checkout_id,
    state: charge?.refunded
      ? "refunded"
      : (await isRefundedOrDisputed(stripe, charge))
        ? "disputed"
        : "paid",
    receipt_url: charge?.receipt_url ?? null,
  };
}

async function isRefundedOrDisputed(
  stripe: Stripe,
  charge: Stripe.Charge | null,
): Promise<boolean> {
  if (!charge?.disputed) return false;
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 10 });
  return data.some(({ status }) => lostDisputes.has(status));
}

export async function readSubscription(
  stripe: Stripe,
  prices: StripePrices,
  subscriptionId: string,
): Promise<SubscriptionReport | undefined> {
  const subscription = await ifKnown(
    stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["latest_invoice", expandedCoupons],
    }),
  );
  return subscription && reportSubscription(stripe, prices, subscription);
}

/** Undefined when Stripe has no such thing (any more). */
async function ifKnown<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The state of every subscription of a customer, ended ones included; none for a customer who is deleted at Stripe.
 */
export async function listSubscriptions(
  stripe: Stripe,
  prices: StripePrices,
  customerId: string,
): Promise<SubscriptionReport[]> {
  const reports: SubscriptionReport[] = [];
  const list = stripe.subscriptions.list({
    customer: customerId,
    status: "all",
    limit: 100,
    expand: ["data.latest_invoice", `data.${expandedCoupons}`],
  });
  try {
    for await (const subscription of list) {
      const report = await reportSubscription(stripe, prices, subscription);
      if (report !== undefined) reports.push(report);
    }
  } catch (error) {
    if (!isMissing(error, "customer")) throw error;
  }
  return reports;
}

/** Undefined for one that sells nothing of ours: not made by our checkout, and not to a product of ours. */
async function reportSubscription(
  stripe: Stripe,
  prices: StripePrices,
  subscription: Stripe.Subscription,
): Promise<SubscriptionReport | undefined> {
  const [item] = subscription.items.data;
  const isOurs =
    (subscription.metadata.checkout_id !== undefined &&
      subscription.metadata.user_id !== undefined) ||
    (item !== undefined && (await prices.isOurs(item.price)));
  if (!isOurs) return undefined;
  const periodEnd = item === undefined ? null : instant(item.current_period_end);
  const endsAt =
    instant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null);
  const invoice =
    typeof subscription.latest_invoice === "string" ? null : subscription.latest_invoice;
  const paid = await findLastPaid(stripe, subscription, invoice);
  const payment = paid && (await readInvoicePayment(stripe, paid));
  const ownStatus = statusOf(subscription.status);
  const period = paid && (await findPeriodInvoice(stripe, subscription, paid));
  const payments = [payment, period && (await readInvoicePayment(stripe, period))];
  const [isReversed] = payments.flatMap((one) =>
    one === undefined || one.state === "paid" ? [] : [one.state],
  );
  const status = ownStatus === "ended" ? ownStatus : (isReversed ?? ownStatus);
  return {
    subscription_id: subscription.id,
    customer_id: idOf(subscription.customer),
    kind: item?.price.recurring?.interval === "year" ? "annual" : "monthly",
    status,
    renews_at: endsAt === null ? periodEnd : null,
    ends_at: endsAt,
    past_due_since:
      status === "past_due" ? await findPastDueSince(stripe, subscription, invoice) : null,
    started_at: new Date(subscription.start_date * 1000),
    price_cents: item?.price.unit_amount ?? null,
    currency: subscription.currency,
    discounts: reportDiscounts(subscription),
    unpaid: await readUnpaidInvoice(stripe, subscription, invoice),
    last_payment: paid && {
      id: paid.id,
      payment_id: payment?.payment_id ?? null,
      amount_cents: paid.amount_paid,
      currency: paid.currency,
      paid_at: new Date((paid.status_transitions.paid_at ?? paid.created) * 1000),
      state: payment?.state ?? "paid",
      receipt_url: paid.hosted_invoice_url ?? null,
    },
  };
}

/**
 * The last invoice that took money. A later one that took none (a plan change paid by a credit, an unpaid
 * renewal) does not make up for a refunded or disputed one.
 */
async function findLastPaid(
  stripe: Stripe,
  { id, status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
): Promise<Stripe.Invoice | undefined> {
  if (latest?.status === "paid" && latest.amount_paid > 0) return latest;
  if (statusOf(status) === "ended") return undefined;
  const { data } = await stripe.invoices.list({ subscription: id, status: "paid", limit: 100 });
  return data.find(({ amount_paid }) => amount_paid > 0);
}

/**
 * The last paid invoice of a period, where the last paid one is for a change of plan: what was left of a refunded year
 * would pay for another.
 */
async function findPeriodInvoice(
  stripe: Stripe,
  { id }: Stripe.Subscription,
  { billing_reason }: Stripe.Invoice,
): Promise<Stripe.Invoice | undefined> {
  if (billing_reason !== "subscription_update") return undefined;
  const { data } = await stripe.invoices.list({ subscription: id, status: "paid", limit: 100 });
  return data.find(
    (invoice) => invoice.amount_paid > 0 && invoice.billing_reason !== "subscription_update",
  );
}

/** Since the first invoice that is still unpaid: another one that fails after it makes nothing good. */
async function findPastDueSince(
  stripe: Stripe,
  { id, created }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
): Promise<Date> {
  const { data } = await stripe.invoices.list({ subscription: id, status: "open", limit: 100 });
  const unpaid = data.length > 0 || latest === null ? data : [latest];
  const times = unpaid.map((invoice) => invoice.status_transitions.finalized_at ?? invoice.created);
  return new Date((times.length > 0 ? Math.min(...times) : created) * 1000);
}

/** What paid an invoice; of several payments the refunded or disputed one, if any. */
async function readInvoicePayment(
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<PaymentReport | undefined> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, limit: 10 });
  const payments = await Promise.all(
    data.flatMap(({ payment }) =>
      payment.payment_intent === undefined
        ? []
        : [readPayment(stripe, idOf(payment.payment_intent))],
    ),
  );
  return payments.find(({ state }) => state !== "paid") ?? payments[0];
}

export async function readCheckout(
  stripe: Stripe,
  prices: StripePrices,
  sessionId: string,
): Promise<CheckoutReport | undefined> {
  const session = await ifKnown(
    stripe.checkout.sessions.retrieve(sessionId, {
      expand: [
        "payment_intent.latest_charge",
        "subscription.latest_invoice",
        `subscription.${expandedCoupons}`,
        "invoice",
      ],
    }),
  );
  return session && reportCheckout(stripe, prices, session);
}

async function reportCheckout(
  stripe: Stripe,
  prices: StripePrices,
  session: Stripe.Checkout.Session,
): Promise<CheckoutReport> {
  const payment = typeof session.payment_intent === "string" ? null : session.payment_intent;
  const subscription = typeof session.subscription === "string" ? null : session.subscription;
  const state = checkoutState(session, payment, subscription);
  const charge = typeof payment?.latest_charge === "string" ? null : payment?.latest_charge;
  const invoice = typeof session.invoice === "string" ? null : session.invoice;
  return {
    state,
    amount_cents: session.amount_total ?? 0,
    paid_at: new Date((charge?.created ?? session.created) * 1000),
    payment:
      state === "paid" && payment !== null
        ? withInvoice(await reportPayment(stripe, payment), invoice)
        : undefined,
    subscription:
      subscription === null ? undefined : await reportSubscription(stripe, prices, subscription),
  };
}

/** An invoice, with the buyer's tax ID and as a PDF, says more than the receipt of its payment. */
function withInvoice(payment: PaymentReport, invoice: Stripe.Invoice | null): PaymentReport {
  const url = invoice?.hosted_invoice_url;
  return url ? { ...payment, receipt_url: url } : payment;
}

function instant(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}

function statusOf(status: Stripe.Subscription.Status): SubscriptionReport["status"] {
  const counting = (["active", "trialing", "past_due"] as const).find((known) => known === status);
  if (counting !== undefined) return counting;
  // Cancelled, given up, or never begun: the checkout of that one is still under way, and is answered again.
  const isOver = ["canceled", "incomplete_expired", "incomplete"].includes(status);
  // Unpaid, paused until there is a card, or in a state that Stripe invents some day: it may take money again.
  return isOver ? "ended" : "unpaid";
}

function checkoutState(
  session: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
  subscription: Stripe.Subscription | null,
): CheckoutReport["state"] {
  if (session.status === "open") return "open";
  if (session.status !== "complete") return "failed";
  if (session.payment_status !== "unpaid") return "paid";
  const hasFailed =
    payment?.status === "canceled" ||
    payment?.status === "requires_payment_method" ||
    subscription?.status === "incomplete_expired" ||
    subscription?.status === "canceled";
  return hasFailed ? "failed" : "pending";
}
