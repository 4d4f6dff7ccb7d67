import type Stripe from "stripe";
import { hasPayment } from "./invoice-payments.ts";
import type { SubscriptionAccount } from "./subscription-account.ts";

/**
 * The invoices since the last paid period by which nothing comes any more, although Stripe may call the subscription active,
 * as it does when an invoice for something else has been paid since: those that are marked as uncollectible, by hand or after
 * the last attempt to charge them, and open ones before the last, which may be of a bank debit that is on its way, or not due
 * yet where its operator sends invoices. What was not collected because its operator has paused the collection is not among
 * them: by that, an operator gives it for free.
 * Source: https://docs.stripe.com/billing/subscriptions/overview, https://docs.stripe.com/billing/subscriptions/pause-payment
 * and https://docs.stripe.com/billing/subscriptions/credit-proration-deferral
 */
export async function listOwed(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  account: SubscriptionAccount,
): Promise<Stripe.Invoice[]> {
  const { status, pause_collection } = subscription;
  const mayBe = status === "active" || status === "past_due";
  const isPaidUp = latest?.status === "paid" && latest.created === account.paidPeriodSince;
  if (!mayBe || pause_collection !== null || isPaidUp) return [];
  const owed = (await listUnpaid(stripe, subscription, account, "uncollectible")).filter(
    ({ status_details }) => status_details?.uncollectible?.reason !== "subscription_paused",
  );
  for (const invoice of await listUnpaid(stripe, subscription, account, "open")) {
    // Stripe says when one that is sent, and paid by its buyer, is past due.
    if (invoice.id === latest?.id || invoice.collection_method === "send_invoice") continue;
    if (!(await hasPayment(stripe, invoice.id, "processing"))) owed.push(invoice);
  }
  return owed.toSorted((one, other) => other.created - one.created);
}

/** A subscription's own invoices since the last paid period; what its operator bills by hand is for something else. */
export async function listUnpaid(
  stripe: Stripe,
  { id: subscription }: Pick<Stripe.Subscription, "id">,
  { paidPeriodSince }: SubscriptionAccount,
  status: "open" | "uncollectible",
): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status, limit: 100 });
  return data.filter(
    ({ created, billing_reason }) => created >= paidPeriodSince && billing_reason !== "manual",
  );
}
