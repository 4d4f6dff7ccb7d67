import type Stripe from "stripe";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { prices } from "#contract/limits.ts";

/** The key by which the products and prices that we created in an account are found again. */
export const lookupKeys: Record<CheckoutKind, string> = {
  single: "paraline_single",
  monthly: "paraline_monthly",
  annual: "paraline_annual",
};

/** What is sold, in US cents. */
export const catalogue: Record<
  CheckoutKind,
  { product: "single" | "unlimited"; cents: number; interval?: "month" | "year" }
> = {
  single: { product: "single", cents: prices.singleCents },
  monthly: { product: "unlimited", cents: prices.monthlyCents, interval: "month" },
  annual: { product: "unlimited", cents: prices.annualCents, interval: "year" },
};

/** The product of both subscriptions. */
export const unlimitedProduct = "paraline_unlimited";

/** Whether the amount, currency and interval of a price match what the pages say. */
export function matchesCatalogue(
  kind: CheckoutKind,
  { unit_amount, currency, recurring }: Stripe.Price,
): boolean {
  const { cents, interval } = catalogue[kind];
  return (
    unit_amount === cents &&
    currency === "usd" &&
    recurring?.interval === interval &&
    (recurring?.interval_count ?? 1) === 1
  );
}

/** "500 usd cents once", for messages about a price that does not match what the pages say. */
export function describePrice({ unit_amount, currency, recurring }: Stripe.Price): string {
  const each = recurring === null ? "once" : `each ${recurring.interval}`;
  return `${unit_amount} ${currency} cents ${each}`;
}
