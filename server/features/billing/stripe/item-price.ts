import type Stripe from "stripe";
import type { SubscriptionKind } from "#contract/billing/billing.ts";

type PricedItem = { price: Stripe.Price; quantity?: number };

export function kindOf({ price }: PricedItem): SubscriptionKind {
  return price.recurring?.interval === "year" ? "annual" : "monthly";
}

/** What an item costs each month or year; null if it is charged at other intervals or by usage. */
export function priceOf({ price, quantity = 1 }: PricedItem): number | null {
  const { unit_amount, recurring } = price;
  const isEach = recurring?.interval === "month" || recurring?.interval === "year";
  if (unit_amount === null || !isEach || (recurring?.interval_count ?? 1) !== 1) return null;
  return unit_amount * quantity;
}
