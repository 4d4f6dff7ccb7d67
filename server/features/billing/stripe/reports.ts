import type Stripe from "stripe";
import type { SubscriptionKind } from "#contract/billing/billing.ts";
import type {
  CheckoutReport,
  PaymentReport,
  SubscriptionPaymentReport,
  SubscriptionReport,
} from "../provider.ts";
import { expanded, idOf, ifKnown, isMissing } from "./client.ts";
import { expandedForDiscounts, readDiscounts } from "./discounts.ts";
import { endSession } from "./end-session.ts";
import { hasPayment } from "./invoices/invoice-payments.ts";
import { isManualInvoicePastDue, listOwed, listUnpaid } from "./invoices/owed-invoices.ts";
import { readUnpaidInvoice } from "./invoices/unpaid-invoice.ts";
import { addsTax, kindOf, priceOf } from "./item-price.ts";
import { readNextPlan } from "./next-plan.ts";
import {
  isPaidLate,
  type PaidInvoice,
  type PaymentStatus,
  paidAt,
  periodKindOf,
  readPaymentStatus,
} from "./payment-status.ts";
import { reportPayment } from "./payments.ts";
import type { StripePrices } from "./prices.ts";

export async function readSubscription(
  stripe: Stripe,
  prices: StripePrices,
  subscriptionId: string,
): Promise<SubscriptionReport | undefined> {
  const subscription = await ifKnown(
    stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["latest_invoice", ...expandedForDiscounts],
    }),
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
    expand: ["latest_invoice", ...expandedForDiscounts].map((path) => `data.${path}`),
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
  const periodEnd = instant(item.current_period_end);
  const endsAt =
    instant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null);
  const invoice = expanded(subscription.latest_invoice);
  const paymentStatus = await readPaymentStatus(stripe, subscription, invoice);
  const owed = await listOwed(stripe, subscription, invoice, paymentStatus);
  const ownStatus = await findOwnStatus(stripe, subscription, invoice, paymentStatus);
  const status = statusWith(ownStatus, paymentStatus, owed);
  return {
    subscription_id: subscription.id,
    customer_id: idOf(subscription.customer),
    kind: kindOf(item),
    status,
    // Its operator may have chosen a day for the end, before which it renews.
    renews_at: endsAt === null || (periodEnd !== null && periodEnd < endsAt) ? periodEnd : null,
    ends_at: endsAt,
    past_due_since:
      status === "past_due"
        ? await findPastDueSince(stripe, { subscription, latest: invoice, paymentStatus, owed })
        : null,
    started_at: new Date(subscription.start_date * 1000),
    ended_at: instant(subscription.ended_at),
    paid_until: paidUntilOf(subscription, paymentStatus),
    is_payable_after_end:
      subscription.status === "canceled" &&
      (invoice?.status === "open" || invoice?.status === "uncollectible"),
    price_cents: priceOf(item),
    currency: subscription.currency,
    adds_tax: addsTax(subscription, item),
    discounts: await readDiscounts(stripe, subscription, item),
    next_plan:
      status === "ended" ? undefined : await readNextPlan(stripe, prices, subscription, item),
    unpaid: await readUnpaidInvoice(stripe, subscription, invoice, owed),
    last_payment:
      paymentStatus.lastPaid &&
      reportInvoicePayment(subscription, kindOf(item), paymentStatus.lastPaid),
    earlier_payments: paymentStatus.paidEarlier.map((invoice) =>
      reportEarlierPayment(subscription, kindOf(item), invoice),
    ),
  };
}

/** The status at Stripe, unless that says too little about the subscription's own payments. */
async function findOwnStatus(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  paymentStatus: PaymentStatus,
): Promise<SubscriptionReport["status"]> {
  if (await isManualInvoicePastDue(stripe, subscription, latest, paymentStatus)) return "active";
  if (isChangeGivenUp(subscription, latest, paymentStatus)) return "past_due";
  if (await isFirstPaymentOnItsWay(stripe, subscription, latest)) return "unpaid";
  return statusOf(subscription.status);
}

/**
 * Whether Stripe calls a subscription unpaid because it has given up a change of plan. As long as it called it past due
 * because of that, the days of grace follow the period that was paid before, and so they do now.
 */
function isChangeGivenUp(
  { status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  { paidUntil }: PaymentStatus,
): boolean {
  if (status !== "unpaid" || latest?.status !== "open") return false;
  return latest.billing_reason === "subscription_update" && paidUntil > 0;
}

/**
 * Whether the money for the first period is on its way, as with a bank debit. Stripe may call the subscription
 * incomplete until the money arrives, although it will be charged and then begins.
 * Source: https://docs.stripe.com/billing/subscriptions/overview
 */
async function isFirstPaymentOnItsWay(
  stripe: Stripe,
  { status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
): Promise<boolean> {
  if (status !== "incomplete" || latest === null) return false;
  return hasPayment(stripe, latest.id, "processing");
}

function reportInvoicePayment(
  subscription: Stripe.Subscription,
  kind: SubscriptionKind,
  { invoice, payment }: PaidInvoice,
): SubscriptionPaymentReport {
  return {
    id: invoice.id,
    payment_id: payment?.payment_id ?? null,
    kind,
    amount_cents: invoice.amount_paid,
    currency: invoice.currency,
    paid_at: new Date(paidAt(invoice) * 1000),
    isLate: isPaidLate(subscription, invoice),
    state: payment?.state ?? "paid",
    receipt_url: invoice.hosted_invoice_url ?? null,
  };
}

/** Reports an earlier payment without asking what became of it. The plan may have been another one then. */
function reportEarlierPayment(
  subscription: Stripe.Subscription,
  kind: SubscriptionKind,
  invoice: Stripe.Invoice,
): SubscriptionPaymentReport {
  // The others are attempts that failed.
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  const intent = paid?.payment.payment_intent;
  return {
    ...reportInvoicePayment(subscription, periodKindOf(invoice) ?? kind, {
      invoice,
      payment: undefined,
    }),
    payment_id: intent === undefined ? null : idOf(intent),
    state: undefined,
  };
}

/**
 * The item for a product that our checkout sold, or that is sold here now. The operator, or the buyer on the account's
 * default portal, may have changed its plan to another product of the same account, and other items may have been
 * added.
 */
async function findOwnItem(
  prices: StripePrices,
  { items, metadata }: Stripe.Subscription,
): Promise<Stripe.SubscriptionItem | undefined> {
  const isSold = metadata.checkout_id !== undefined && metadata.user_id !== undefined;
  // Earlier versions did not record which product they sold.
  if (isSold && metadata.product === undefined) return items.data[0];
  const sold = items.data.find(({ price }) => isSold && idOf(price.product) === metadata.product);
  if (sold !== undefined) return sold;
  for (const item of items.data) if (await prices.isOurs(item.price)) return item;
  return undefined;
}

/** An active subscription unlocks only if it was paid for, and the payment was neither refunded nor disputed. */
function statusWith(
  status: SubscriptionReport["status"],
  { reversal, wasPaid }: PaymentStatus,
  owed: readonly Stripe.Invoice[],
): SubscriptionReport["status"] {
  if (status === "ended") return status;
  if (reversal !== undefined) return reversal;
  if (!wasPaid) return "unpaid";
  return status === "active" && owed.length > 0 ? "past_due" : status;
}

/**
 * The end of the last paid period of a subscription that Stripe has given up by itself. The period has a rest if a change
 * of plan was not paid: after the last attempt to charge, Stripe cancels the subscription at once or calls it unpaid,
 * depending on the account's settings. It also has one if a payment was disputed, because Stripe may cancel the
 * subscription then, and the payment may be for an earlier period, or the dispute be won. Null for a subscription that
 * somebody cancelled.
 * Source: https://docs.stripe.com/billing/subscriptions/overview and https://docs.stripe.com/api/subscriptions/object
 */
function paidUntilOf(
  { status, cancellation_details }: Stripe.Subscription,
  { reversal, paidUntil }: PaymentStatus,
): Date | null {
  const reason = cancellation_details?.reason;
  const isGivenUp =
    status === "unpaid" ||
    (status === "canceled" && (reason === "payment_failed" || reason === "payment_disputed"));
  return isGivenUp && reversal === undefined && paidUntil > 0 ? new Date(paidUntil * 1000) : null;
}

/**
 * When the grace began: with the first invoice that is still unpaid. A later invoice that fails does not start the
 * grace again. Stripe may have made a change of plan although its payment failed, which is always so with bank debits;
 * then the grace begins when the paid period ends.
 * Source: https://docs.stripe.com/billing/subscriptions/pending-updates
 */
async function findPastDueSince(
  stripe: Stripe,
  {
    subscription,
    latest,
    paymentStatus,
    owed,
  }: {
    subscription: Stripe.Subscription;
    latest: Stripe.Invoice | null;
    paymentStatus: PaymentStatus;
    owed: readonly Stripe.Invoice[];
  },
): Promise<Date> {
  const known = [...(await listUnpaid(stripe, subscription, paymentStatus, "open")), ...owed];
  const unpaid = known.length > 0 || latest === null ? known : [latest];
  const times = unpaid.map(({ due_date, status_transitions, created, billing_reason }) => {
    const time = due_date ?? status_transitions.finalized_at ?? created;
    return billing_reason === "subscription_update"
      ? Math.max(time, paymentStatus.paidUntil)
      : time;
  });
  return new Date((times.length > 0 ? Math.min(...times) : subscription.created) * 1000);
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
          ...["latest_invoice", ...expandedForDiscounts].map((path) => `subscription.${path}`),
        ],
      }),
    );
  let session = await retrieve();
  if (session?.status === "open" && hasDeletedCustomer(session)) {
    await endSession(stripe, sessionId);
    session = await retrieve();
  }
  return session && reportCheckout(stripe, prices, session);
}

function hasDeletedCustomer({ customer }: Stripe.Checkout.Session): boolean {
  return expanded(customer)?.deleted === true;
}

async function reportCheckout(
  stripe: Stripe,
  prices: StripePrices,
  session: Stripe.Checkout.Session,
): Promise<CheckoutReport> {
  const payment = expanded(session.payment_intent);
  const subscription = expanded(session.subscription);
  const report =
    subscription === null ? undefined : await reportSubscription(stripe, prices, subscription);
  const state = checkoutState(session, payment, subscription, report);
  const charge = expanded(payment?.latest_charge);
  const invoice = expanded(session.invoice);
  return {
    state,
    isCompleted: session.status === "complete",
    amount_cents: session.amount_total ?? 0,
    paid_at: new Date((charge?.created ?? session.created) * 1000),
    payment:
      state === "paid" && payment !== null
        ? withInvoice(await reportPayment(stripe, payment), invoice)
        : undefined,
    subscription: report,
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

function statusOf(status: Stripe.Subscription.Status): SubscriptionReport["status"] {
  const counting = (["active", "trialing", "past_due"] as const).find((known) => known === status);
  if (counting !== undefined) return counting;
  // Cancelled, given up, or never begun. In the last case no payment is on its way, its checkout is still under way, and
  // the state is read again later.
  const isOver = ["canceled", "incomplete_expired", "incomplete"].includes(status);
  // Unpaid, paused until there is a card, or in a state that Stripe may add one day: such a subscription may be charged
  // again.
  return isOver ? "ended" : "unpaid";
}

function checkoutState(
  session: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
  subscription: Stripe.Subscription | null,
  report: SubscriptionReport | undefined,
): CheckoutReport["state"] {
  if (session.status === "open") return "open";
  if (session.status !== "complete") return "failed";
  // An invoice may be paid later than its checkout, which still reports that it is unpaid.
  const wasPaidLater = report !== undefined && !["unpaid", "ended"].includes(report.status);
  if (session.payment_status !== "unpaid" || wasPaidLater) return "paid";
  const hasFailed =
    payment?.status === "canceled" ||
    payment?.status === "requires_payment_method" ||
    subscription?.status === "incomplete_expired" ||
    subscription?.status === "canceled";
  return hasFailed ? "failed" : "pending";
}
