import type Stripe from "stripe";
import type { SubscriptionKind } from "#contract/billing/billing.ts";
import { daySeconds } from "#contract/values/durations.ts";
import type {
  CheckoutReport,
  PaymentReport,
  SubscriptionPaymentReport,
  SubscriptionReport,
} from "../provider.ts";
import {
  endSession,
  expanded,
  ifKnown,
  isMissing,
  listInvoicePayments,
  readReferenceId,
} from "./client.ts";
import type { StripePrices } from "./prices.ts";

/** A dispute in one of these states has taken the money; in the other states it is an inquiry, or was won. */
const lostDisputes = new Set([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "lost",
]);

export async function readPayment(
  stripe: Stripe,
  paymentId: string,
): Promise<PaymentReport | undefined> {
  const payment = await ifKnown(
    stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] }),
  );
  return payment && reportPayment(stripe, payment);
}

/** Reports what became of a payment's money. The payment has to be expanded with its charge. */
async function reportPayment(
  stripe: Stripe,
  payment: Stripe.PaymentIntent,
): Promise<PaymentReport> {
  const charge = expanded(payment.latest_charge);
  return {
    payment_id: payment.id,
    customer_id: payment.customer === null ? null : readReferenceId(payment.customer),
    checkout_id: payment.metadata.checkout_id,
    state: charge?.refunded ? "refunded" : await disputedState(stripe, charge),
    receipt_url: charge?.receipt_url ?? null,
  };
}

async function disputedState(
  stripe: Stripe,
  charge: Stripe.Charge | null,
): Promise<PaymentReport["state"]> {
  if (!charge?.disputed) return "paid";
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 10 });
  if (data.some(({ status }) => lostDisputes.has(status))) return "disputed";
  return data.some(isResolvedByRefund) ? "refunded" : "paid";
}

/**
 * A prevented dispute either was blocked before it took anything, or was settled at once by giving the buyer the money
 * back, which is not a refund of the charge. Source: https://docs.stripe.com/disputes/prevention and
 * https://docs.stripe.com/api/disputes/object
 */
function isResolvedByRefund({
  status,
  balance_transactions,
  payment_method_details,
}: Stripe.Dispute): boolean {
  if (status !== "prevented") return false;
  const isResolution = payment_method_details?.card?.case_type === "resolution";
  return isResolution || balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;
}

export async function readSubscription(
  stripe: Stripe,
  prices: StripePrices,
  subscriptionId: string,
): Promise<SubscriptionReport | undefined> {
  const subscription = await ifKnown(
    stripe.subscriptions.retrieve(subscriptionId, { expand: ["latest_invoice"] }),
  );
  return subscription && reportSubscription(stripe, prices, subscription);
}

/** The state of every subscription of a customer, including ended ones; none if the customer is deleted at Stripe. */
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
    expand: ["data.latest_invoice"],
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

/** Undefined for a subscription to something that we neither sell nor sold. */
async function reportSubscription(
  stripe: Stripe,
  prices: StripePrices,
  subscription: Stripe.Subscription,
): Promise<SubscriptionReport | undefined> {
  const item = await findOwnItem(prices, subscription);
  if (item === undefined) return undefined;
  const status = readStatus(subscription.status);
  const periodEnd = instant(item.current_period_end);
  const endsAt =
    instant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null);
  const invoice = expanded(subscription.latest_invoice);
  return {
    subscription_id: subscription.id,
    customer_id: readReferenceId(subscription.customer),
    kind: item.price.recurring?.interval === "year" ? "annual" : "monthly",
    status,
    // Its operator may have chosen a day for the end, before which it renews.
    renews_at: endsAt === null || (periodEnd !== null && periodEnd < endsAt) ? periodEnd : null,
    ends_at: endsAt,
    past_due_since:
      status === "past_due"
        ? instant(invoice?.status_transitions.finalized_at ?? item.current_period_start)
        : null,
    started_at: new Date(subscription.start_date * 1000),
    price_cents: readUnitPrice(item),
    currency: subscription.currency,
    adds_tax: addsTax(subscription, item),
    unpaid: await readUnpaid(stripe, status, invoice),
    payments: await listPayments(stripe, subscription),
  };
}

/**
 * The item for a product that our checkout sold, or that is sold here now. The operator, or the buyer on the account's
 * default portal, may have changed its plan to another product of the same account.
 */
async function findOwnItem(
  prices: StripePrices,
  { items, metadata }: Stripe.Subscription,
): Promise<Stripe.SubscriptionItem | undefined> {
  const sold = items.data.find(({ price }) => readReferenceId(price.product) === metadata.product);
  if (sold !== undefined) return sold;
  for (const item of items.data) if (await prices.isOurs(item.price)) return item;
  return undefined;
}

function readStatus(status: Stripe.Subscription.Status): SubscriptionReport["status"] {
  const counting = (["active", "trialing", "past_due"] as const).find((known) => known === status);
  if (counting !== undefined) return counting;
  // Unpaid, paused until there is a card, or in a state that Stripe may add one day: it may be charged again.
  return ["canceled", "incomplete_expired", "incomplete"].includes(status) ? "ended" : "unpaid";
}

/** What an item costs each month or year; null if it is charged at other intervals or by usage. */
function readUnitPrice({ price, quantity = 1 }: Stripe.SubscriptionItem): number | null {
  const { unit_amount, recurring } = price;
  const isEach = recurring?.interval === "month" || recurring?.interval === "year";
  return unit_amount === null || !isEach || recurring.interval_count !== 1
    ? null
    : unit_amount * quantity;
}

function addsTax(
  { automatic_tax }: Stripe.Subscription,
  { price }: Stripe.SubscriptionItem,
): boolean | null {
  if (!automatic_tax.enabled) return false;
  return price.tax_behavior === "unspecified" ? null : price.tax_behavior === "exclusive";
}

async function readUnpaid(
  stripe: Stripe,
  status: SubscriptionReport["status"],
  invoice: Stripe.Invoice | null,
): Promise<SubscriptionReport["unpaid"]> {
  if ((status !== "past_due" && status !== "unpaid") || invoice?.status !== "open")
    return undefined;
  const payments = await listInvoicePayments(stripe, invoice.id);
  return {
    id: invoice.id,
    cents: invoice.amount_due,
    url: invoice.hosted_invoice_url ?? null,
    // The buyer's bank wants the buyer to confirm the payment, rather than refusing it.
    needs_confirmation: payments.some((payment) => payment.status === "requires_action"),
  };
}

/** The invoices of a subscription that took money, the latest payment with what became of it. */
async function listPayments(
  stripe: Stripe,
  { id }: Stripe.Subscription,
): Promise<SubscriptionPaymentReport[]> {
  const { data } = await stripe.invoices.list({
    subscription: id,
    status: "paid",
    limit: 100,
    expand: ["data.payments"],
  });
  const [latest, ...earlier] = data
    .filter(({ amount_paid }) => amount_paid > 0)
    .toSorted((one, other) => paidAt(other) - paidAt(one));
  if (latest === undefined) return [];
  // Attempts that failed are in the list, too.
  const payments = (await listInvoicePayments(stripe, latest.id)).filter(
    ({ status }) => status === "succeeded",
  );
  const reports = await Promise.all(payments.map((payment) => reportPayment(stripe, payment)));
  const shown = reports.find(({ state }) => state !== "paid") ?? reports[0];
  return [
    {
      ...reportInvoice(latest),
      payment_id: shown?.payment_id ?? null,
      state: shown?.state ?? "paid",
    },
    ...earlier.map(reportInvoice),
  ];
}

/** When an invoice was paid, in seconds. */
function paidAt({ status_transitions, created }: Stripe.Invoice): number {
  return status_transitions.paid_at ?? created;
}

function reportInvoice(invoice: Stripe.Invoice): SubscriptionPaymentReport {
  // The others are attempts that failed.
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  const intent = paid?.payment.payment_intent;
  return {
    id: invoice.id,
    payment_id: intent === undefined ? null : readReferenceId(intent),
    kind: findSubscriptionKind(invoice),
    amount_cents: invoice.amount_paid,
    currency: invoice.currency,
    paid_at: new Date(paidAt(invoice) * 1000),
    state: undefined,
    receipt_url: invoice.hosted_invoice_url ?? null,
  };
}

/** Which plan an invoice is for: the subscription may have been changed to the other one since. */
function findSubscriptionKind({ lines }: Stripe.Invoice): SubscriptionKind {
  const isYear = lines.data.some(({ period }) => period.end - period.start > 180 * daySeconds);
  return isYear ? "annual" : "monthly";
}

/**
 * Reads a checkout. One whose customer was deleted at Stripe is ended first: nobody can pay it, although Stripe keeps
 * it open.
 */
export async function readCheckout(
  stripe: Stripe,
  prices: StripePrices,
  sessionId: string,
): Promise<CheckoutReport | undefined> {
  const retrieve = () =>
    ifKnown(
      stripe.checkout.sessions.retrieve(sessionId, {
        expand: [
          "customer",
          "payment_intent.latest_charge",
          "invoice",
          "subscription.latest_invoice",
        ],
      }),
    );
  let session = await retrieve();
  if (session?.status === "open" && expanded(session.customer)?.deleted === true) {
    await endSession(stripe, sessionId);
    session = await retrieve();
  }
  return session && reportCheckout(stripe, prices, session);
}

async function reportCheckout(
  stripe: Stripe,
  prices: StripePrices,
  session: Stripe.Checkout.Session,
): Promise<CheckoutReport> {
  const payment = expanded(session.payment_intent);
  const subscription = expanded(session.subscription);
  const isPaid = session.status === "complete" && session.payment_status !== "unpaid";
  const charge = expanded(payment?.latest_charge);
  return {
    state: session.status === "open" ? "open" : isPaid ? "paid" : "failed",
    amount_cents: session.amount_total ?? 0,
    paid_at: new Date((charge?.created ?? session.created) * 1000),
    payment:
      isPaid && payment !== null
        ? withInvoice(await reportPayment(stripe, payment), expanded(session.invoice))
        : undefined,
    subscription:
      subscription === null ? undefined : await reportSubscription(stripe, prices, subscription),
  };
}

/** Prefers the invoice, which has the buyer's tax ID and a PDF, to the receipt of its payment. */
function withInvoice(payment: PaymentReport, invoice: Stripe.Invoice | null): PaymentReport {
  const url = invoice?.hosted_invoice_url;
  return url ? { ...payment, receipt_url: url } : payment;
}

function instant(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
