import type Stripe from "stripe";
import type { StoredDiscount } from "#server/db/billing-tables.ts";
import { expanded } from "./client.ts";

/** For `expand`: without it a discount does not say how much it is. At four levels Stripe's limit is reached. */
export const expandedCoupons = "discounts.source.coupon";

/** What a subscription's coupons take off its price. One in another currency than the subscription's takes nothing off. */
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
