import type Stripe from "stripe";
import type { SubscriptionAccount } from "./subscription-account.ts";

/**
 * The invoices since the last paid one that nobody collects any more: they are marked as uncollectible, by hand or after the
 * last attempt to charge them. Stripe then calls the subscription active, although its period was not paid for. Those of a
 * subscription whose collection is paused are not among them: by that, an operator gives it for free.
 * Source: https://docs.stripe.com/billing/subscriptions/overview and https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export async function listGivenUp(
  stripe: Stripe,
  { id, status, pause_collection }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  { lastPaid }: SubscriptionAccount,
): Promise<Stripe.Invoice[]> {
  const mayBe = status === "active" || status === "past_due";
  if (!mayBe || pause_collection !== null || latest?.status === "paid") return [];
  const since = lastPaid?.invoice.created ?? 0;
  const { data } = await stripe.invoices.list({
    subscription: id,
    status: "uncollectible",
    limit: 100,
  });
  return data.filter(
    ({ created, status_details }) =>
      created >= since && status_details?.uncollectible?.reason !== "subscription_paused",
  );
}
