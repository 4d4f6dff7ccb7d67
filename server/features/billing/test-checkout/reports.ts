import { addMonths } from "date-fns/addMonths";
import { addYears } from "date-fns/addYears";
import { prices } from "#contract/limits.ts";
import type { PaymentReport, SubscriptionReport } from "../provider.ts";
import type { TestCheckout, TestSubscription } from "./queries.ts";

const customerPrefix = "test_";

export function createCustomerId(userId: string): string {
  return `${customerPrefix}${userId}`;
}

export function readUserId(customerId: string): string {
  return customerId.slice(customerPrefix.length);
}

export function findAmount(kind: TestCheckout["kind"]): number {
  return {
    single: prices.singleCents,
    monthly: prices.monthlyCents,
    annual: prices.annualCents,
  }[kind];
}

export function reportPayment({ id, user_id }: TestCheckout): PaymentReport {
  return {
    payment_id: id,
    customer_id: createCustomerId(user_id),
    checkout_id: undefined,
    state: "paid",
    receipt_url: null,
  };
}

/** The period in which a moment lies, with its number; renewals happen by themselves. */
export function calculatePeriod(
  { kind, started_at }: Pick<TestSubscription, "kind" | "started_at">,
  now: Date,
): { number: number; startsAt: Date; endsAt: Date } {
  const add = kind === "monthly" ? addMonths : addYears;
  let number = 0;
  while (add(started_at, number + 1) <= now) number += 1;
  return { number, startsAt: add(started_at, number), endsAt: add(started_at, number + 1) };
}

export function isOver({ ended_at, cancels_at }: TestSubscription, now: Date): boolean {
  return ended_at !== null || (cancels_at !== null && cancels_at <= now);
}

export function reportSubscription(subscription: TestSubscription, now: Date): SubscriptionReport {
  const { id, user_id, kind, started_at, cancels_at, past_due_since, ended_at } = subscription;
  const period = calculatePeriod(subscription, ended_at ?? now);
  const isEnded = isOver(subscription, now);
  const paid = past_due_since === null && cancels_at === null ? period : undefined;
  return {
    subscription_id: id,
    customer_id: createCustomerId(user_id),
    kind,
    status: isEnded ? "ended" : past_due_since !== null ? "past_due" : "active",
    renews_at: cancels_at === null && !isEnded ? period.endsAt : null,
    ends_at: ended_at ?? cancels_at,
    past_due_since,
    started_at,
    price_cents: findAmount(kind),
    currency: "usd",
    adds_tax: false,
    unpaid:
      past_due_since === null
        ? undefined
        : {
            id: `${id}_unpaid_${past_due_since.getTime()}`,
            cents: findAmount(kind),
            url: null,
            needs_confirmation: false,
          },
    payments: [
      {
        id: `${id}_${paid?.number ?? 0}`,
        payment_id: null,
        kind,
        amount_cents: findAmount(kind),
        currency: "usd",
        paid_at: paid?.startsAt ?? started_at,
        state: "paid",
        receipt_url: null,
      },
    ],
  };
}
