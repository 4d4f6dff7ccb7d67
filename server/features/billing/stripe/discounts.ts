import type Stripe from "stripe";
import type { StoredDiscount } from "#server/db/billing-tables.ts";
import { expanded } from "./client.ts";

/**
 * A value for `expand`: without it, a discount does not contain its amount. Below `subscription`, it reaches Stripe's
 * limit of four levels.
 */
export const expandedCoupons = "discounts.source.coupon";

/**
 * The discounts that a subscription's coupons give on its price. A coupon in another currency than the subscription's
 * gives none.
 */
export function reportDiscounts({ discounts, currency }: Stripe.Subscription): StoredDiscount[] {
  return discounts.flatMap((reference) => {
    const discount = expanded(reference);
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
  });
}
