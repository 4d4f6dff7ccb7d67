import type Stripe from "stripe";
import type { StoredDiscount } from "#server/db/billing-tables.ts";
import { expanded } from "./client.ts";

/**
 * Values for `expand`: without the first, a discount does not contain its amount, and without the second, those on the
 * customer are not known. Below `subscription`, the first reaches Stripe's limit of four levels.
 */
export const expandedCoupons = "discounts.source.coupon";
export const expandedForDiscounts = [expandedCoupons, "customer"];

/**
 * The discounts that coupons give on a subscription's price, in the order in which Stripe deducts them: those of its
 * item, and then its own, or that of the customer if it has none. A coupon in another currency than the subscription's
 * gives none.
 * Source: https://docs.stripe.com/api/subscriptions/object and https://docs.stripe.com/api/subscriptions/create
 */
export async function readDiscounts(
  stripe: Stripe,
  { discounts, currency, customer }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Promise<StoredDiscount[]> {
  const ofItem = item.discounts.length === 0 ? [] : await readItemDiscounts(stripe, item.id);
  const others = discounts.length > 0 ? discounts : await readCustomerDiscount(stripe, customer);
  return [...ofItem, ...others].flatMap((reference) =>
    storedDiscount(expanded(reference), currency),
  );
}

async function readItemDiscounts(stripe: Stripe, itemId: string) {
  const { discounts } = await stripe.subscriptionItems.retrieve(itemId, {
    expand: [expandedCoupons],
  });
  return discounts;
}

/** The coupon of a customer's discount is below Stripe's limit of levels, so it is asked for only if there is one. */
async function readCustomerDiscount(
  stripe: Stripe,
  reference: Stripe.Subscription["customer"],
): Promise<Stripe.Discount[]> {
  const known = expanded(reference);
  if (known === null || known.deleted || !known.discount) return [];
  const customer = await stripe.customers.retrieve(known.id, {
    expand: ["discount.source.coupon"],
  });
  return customer.deleted || !customer.discount ? [] : [customer.discount];
}

function storedDiscount(discount: Stripe.Discount | null, currency: string): StoredDiscount[] {
  const coupon = expanded(discount?.source.coupon);
  if (discount === null || coupon === null) return [];
  const { percent_off, amount_off, duration } = coupon;
  const cents = coupon.currency === currency ? amount_off : null;
  if (percent_off === null && cents === null) return [];
  return [
    {
      percent_off,
      cents_off: percent_off === null ? cents : null,
      ends_at: discount.end === null ? null : new Date(discount.end * 1000).toISOString(),
      is_once: duration === "once",
    },
  ];
}
