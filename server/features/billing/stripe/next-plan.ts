import type Stripe from "stripe";
import type { SubscriptionReport } from "../provider.ts";
import { expanded, idOf, isMissing, isNotAllowed } from "./client.ts";
import { kindOf, priceOf } from "./item-price.ts";
import type { StripePrices } from "./prices.ts";

/**
 * The plan that follows according to a subscription's schedule. The portal makes such a schedule for a downgrade that
 * begins when the paid period ends. Undefined if nothing changes, or if the key may not read the schedule: no access
 * depends on it. Source: https://docs.stripe.com/billing/subscriptions/subscription-schedules
 */
export async function readNextPlan(
  stripe: Stripe,
  prices: StripePrices,
  { schedule }: Pick<Stripe.Subscription, "schedule">,
  item: Stripe.SubscriptionItem,
): Promise<SubscriptionReport["next_plan"]> {
  if (schedule === null) return undefined;
  const { status, phases, current_phase } = (await findSchedule(stripe, idOf(schedule))) ?? {};
  if (status !== "active" || !current_phase) return undefined;
  const next = phases?.find(({ start_date }) => start_date === current_phase.end_date);
  if (next === undefined) return undefined;
  for (const { price: reference, quantity } of next.items) {
    const price = expanded(reference);
    if (price === null || price.deleted) continue;
    const isOfProduct = idOf(price.product) === idOf(item.price.product);
    if (!isOfProduct && !(await prices.isOurs(price))) continue;
    const isSame = price.id === item.price.id && (quantity ?? 1) === (item.quantity ?? 1);
    if (isSame) return undefined;
    const planned = { price, ...(quantity !== undefined && { quantity }) };
    return {
      kind: kindOf(planned),
      price_cents: priceOf(planned),
      starts_at: new Date(next.start_date * 1000),
    };
  }
  return undefined;
}

async function findSchedule(
  stripe: Stripe,
  id: string,
): Promise<Stripe.SubscriptionSchedule | undefined> {
  try {
    return await stripe.subscriptionSchedules.retrieve(id, { expand: ["phases.items.price"] });
  } catch (error) {
    if (isMissing(error) || isNotAllowed(error)) return undefined;
    throw error;
  }
}
