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

/**
 * Whether tax is added to what an item costs: tax that Stripe computes, or that the operator has set by hand. Null if the
 * account's settings decide.
 */
export function addsTax(
  {
    automatic_tax,
    default_tax_rates,
  }: Pick<Stripe.Subscription, "automatic_tax" | "default_tax_rates">,
  { price, tax_rates }: Pick<Stripe.SubscriptionItem, "price" | "tax_rates">,
): boolean | null {
  if (automatic_tax.enabled) {
    return price.tax_behavior === "unspecified" ? null : price.tax_behavior === "exclusive";
  }
  const rates = tax_rates && tax_rates.length > 0 ? tax_rates : (default_tax_rates ?? []);
  return rates.some(({ inclusive }) => !inclusive);
}
