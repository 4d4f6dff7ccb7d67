import type Stripe from "stripe";
import { hasPayment } from "./invoice-payments.ts";
import type { SubscriptionAccount } from "./subscription-account.ts";

/**
 * The invoices since the last paid one that nobody is collecting, although Stripe may call the subscription active: those
 * marked as uncollectible (by hand, or after the last attempt), and open ones before the latest unless their payment is
 * processing. Invoices that went uncollected because the operator paused collection are left out: the operator gives those
 * periods for free.
 * Source: https://docs.stripe.com/billing/subscriptions/overview and https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export async function listOwed(
  stripe: Stripe,
  { id: subscription, status, pause_collection }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  { lastPaid }: SubscriptionAccount,
): Promise<Stripe.Invoice[]> {
  const canOwe = status === "active" || status === "past_due";
  if (!canOwe || pause_collection !== null || latest?.status === "paid") return [];
  const since = lastPaid?.invoice.created ?? 0;
  const list = async (status: "open" | "uncollectible") => {
    const { data } = await stripe.invoices.list({ subscription, status, limit: 100 });
    return data.filter(({ created }) => created >= since);
  };
  const owed = (await list("uncollectible")).filter(
    ({ status_details }) => status_details?.uncollectible?.reason !== "subscription_paused",
  );
  for (const invoice of await list("open")) {
    if (invoice.id === latest?.id) continue;
    if (!(await hasPayment(stripe, invoice.id, "processing"))) owed.push(invoice);
  }
  return owed;
}
