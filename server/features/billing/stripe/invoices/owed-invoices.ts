import type Stripe from "stripe";
import { isManual, type PaymentStatus } from "../payment-status.ts";
import { hasPayment } from "./invoice-payments.ts";

/**
 * The invoices since the last paid period that nobody is collecting. Stripe may call the subscription active
 * nevertheless, for example if an invoice for something else has been paid since. These invoices are owed:
 * - those marked as uncollectible, by hand or after the last attempt;
 * - those that Stripe could not finalize and so does not charge;
 * - open ones before the latest, unless their payment is processing or, if the operator sends invoices, they were not
 * due when the latest was made.
 * Invoices that went uncollected because the operator paused collection are left out: the operator gives those periods
 * for free.
 * Source: https://docs.stripe.com/billing/subscriptions/overview,
 * https://docs.stripe.com/billing/subscriptions/webhooks, https://docs.stripe.com/billing/subscriptions/pause-payment
 * and https://docs.stripe.com/billing/subscriptions/credit-proration-deferral
 */
export async function listOwed(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  paymentStatus: PaymentStatus,
): Promise<Stripe.Invoice[]> {
  const { status, pause_collection } = subscription;
  const canOwe = status === "active" || status === "past_due";
  const isPaidUp = latest?.status === "paid" && latest.created === paymentStatus.paidPeriodSince;
  if (!canOwe || pause_collection !== null || isPaidUp) return [];
  const owed = (await listUnpaid(stripe, subscription, paymentStatus, "uncollectible")).filter(
    ({ status_details }) => status_details?.uncollectible?.reason !== "subscription_paused",
  );
  for (const invoice of await listUnpaid(stripe, subscription, paymentStatus, "open")) {
    // Stripe itself reports whether the latest invoice is past due.
    if (invoice.id === latest?.id || !wasDue(invoice, latest)) continue;
    if (!(await hasPayment(stripe, invoice.id, "processing"))) owed.push(invoice);
  }
  const drafts = await listUnpaid(stripe, subscription, paymentStatus, "draft");
  owed.push(...drafts.filter(isNotFinalizable));
  return owed.toSorted((one, other) => other.created - one.created);
}

function wasDue(
  { collection_method, due_date }: Stripe.Invoice,
  latest: Stripe.Invoice | null,
): boolean {
  if (collection_method !== "send_invoice") return true;
  return due_date !== null && latest !== null && due_date <= latest.created;
}

/**
 * Whether Stripe calls a subscription past due because of its latest invoice, although the operator made that by hand
 * for something else. What is owed for the subscription itself still counts. An invoice that was sent may have become
 * due since the latest one was made.
 * Source: https://docs.stripe.com/billing/subscriptions/overview
 */
export async function isManualInvoicePastDue(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  paymentStatus: PaymentStatus,
): Promise<boolean> {
  if (subscription.status !== "past_due" || latest === null || !isManual(latest)) return false;
  const open = await listUnpaid(stripe, subscription, paymentStatus, "open");
  return !open.some(({ collection_method }) => collection_method === "send_invoice");
}

/** Whether Stripe tried to finalize an invoice and could not, for example because it cannot determine the tax. */
export function isNotFinalizable({ status, last_finalization_error }: Stripe.Invoice): boolean {
  return status === "draft" && last_finalization_error !== null;
}

/**
 * A subscription's own invoices since the last paid period. Invoices that the operator makes by hand are for something
 * else.
 */
export async function listUnpaid(
  stripe: Stripe,
  { id: subscription }: Pick<Stripe.Subscription, "id">,
  { paidPeriodSince }: PaymentStatus,
  status: "draft" | "open" | "uncollectible",
): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status, limit: 100 });
  return data.filter((invoice) => invoice.created >= paidPeriodSince && !isManual(invoice));
}
