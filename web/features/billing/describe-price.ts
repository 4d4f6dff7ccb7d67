import type { Subscription } from "#contract/billing/billing.ts";
import { formatAmount, formatPrice } from "#contract/billing/prices.ts";
import { prices } from "#contract/limits.ts";

const plans = {
  monthly: { cents: prices.monthlyCents, per: "month" },
  annual: { cents: prices.annualCents, per: "year" },
} as const;

/** The plan with this subscriber's price: "Unlimited, $12/month". */
export function describePlan({ kind, price_cents, currency }: Subscription): string {
  const each =
    price_cents === null ? kind : `${formatAmount(price_cents, currency)}/${plans[kind].per}`;
  return `Unlimited, ${each}`;
}

/** That this subscriber pays a different price than new ones; undefined if not. */
export function describeOwnPrice(subscription: Subscription): string | undefined {
  const { kind, price_cents, currency, renews_on, ends_on } = subscription;
  const { cents, per } = plans[kind];
  if (price_cents === null || (price_cents === cents && currency === "usd")) return undefined;
  // Subscribers who have cancelled do not keep it.
  const isKept = renews_on !== null && ends_on === null;
  const forOthers = `For new subscribers it is ${formatPrice(cents)}/${per}.`;
  return isKept ? `You keep the price you subscribed at. ${forOthers}` : forOthers;
}
