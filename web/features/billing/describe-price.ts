import type { Discount, Subscription } from "#contract/billing/billing.ts";
import { formatAmount, formatPrice } from "#contract/billing/prices.ts";
import { prices } from "#contract/limits.ts";
import { formatDay } from "#contract/values/days.ts";

const plans = {
  monthly: { cents: prices.monthlyCents, per: "month" },
  annual: { cents: prices.annualCents, per: "year" },
} as const;

/** The plan with this subscriber's price: "Unlimited, $12/month". */
export function describePlan({ kind, price_cents, currency }: Subscription): string {
  return `Unlimited, ${price_cents === null ? kind : describeEach(kind, price_cents, currency)}`;
}

/** The plan that follows: "Changes to $15/month on Nov 02, 2027." */
export function describeNextPlan(
  { kind, price_cents, starts_on }: NonNullable<Subscription["next_plan"]>,
  { currency }: Subscription,
): string {
  const plan =
    price_cents === null ? `the ${kind} plan` : describeEach(kind, price_cents, currency);
  return `Changes to ${plan} on ${formatDay(starts_on)}.`;
}

const describeEach = (kind: Subscription["kind"], cents: number, currency: string) =>
  `${formatAmount(cents, currency)}/${plans[kind].per}`;

/** Why this subscriber pays a different price; usually empty. */
export function describeOwnPrice(subscription: Subscription): string[] {
  const { kind, price_cents, currency, discounts, discounted_cents, renews_on, next_plan } =
    subscription;
  const { cents, per } = plans[kind];
  const sentences: string[] = [];
  if (discounts.length > 0) {
    const list = new Intl.ListFormat("en", { type: "conjunction" }).format(
      discounts.map((discount) => describeDiscount(discount, currency)),
    );
    const isForOnePayment = discounts.some(({ is_once }) => is_once);
    // The next payment is then for the next plan.
    const isForNextPlan = isForOnePayment && next_plan?.starts_on === renews_on;
    const paid =
      discounted_cents === null || isForNextPlan
        ? ""
        : `: you pay ${formatAmount(discounted_cents, currency)}${isForOnePayment ? "" : `/${per}`}`;
    sentences.push(`${list}${paid}.`);
  }
  if (price_cents !== null && (price_cents !== cents || currency !== "usd")) {
    // Subscribers who have cancelled, or who change to another plan, do not keep it.
    const isKept = renews_on !== null && subscription.ends_on === null && next_plan === null;
    const forOthers = `For new subscribers it is ${formatPrice(cents)}/${per}.`;
    sentences.push(isKept ? `You keep the price you subscribed at. ${forOthers}` : forOthers);
  }
  return sentences;
}

function describeDiscount(
  { percent_off, cents_off, ends_on, is_once }: Discount,
  currency: string,
): string {
  const off = percent_off === null ? formatAmount(cents_off ?? 0, currency) : `${percent_off}%`;
  if (is_once) return `${off} off your next payment`;
  return ends_on === null ? `${off} off` : `${off} off until ${formatDay(ends_on)}`;
}
