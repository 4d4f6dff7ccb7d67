import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { BillingMode } from "#contract/billing/billing.ts";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import type { ProviderName } from "#server/db/billing-tables.ts";
import type { Tables } from "#server/db/tables.ts";
import { responsesCount } from "./visibility.ts";

const graceMs = limits.pastDueGraceDays * dayMs;

/** When a subscription with a failed payment stops unlocking: after the grace, or with its end if it ends before. */
export function graceEnd({
  past_due_since,
  ends_at,
}: {
  past_due_since: Date | null;
  ends_at: Date | null;
}): Date | null {
  if (past_due_since === null) return null;
  const end = new Date(past_due_since.getTime() + graceMs);
  return ends_at !== null && ends_at < end ? ends_at : end;
}

/**
 * Whether the `subscriptions` row of the surrounding query unlocks now: it is active, on trial, cancelled but not over
 * yet, or past due within its grace period. The stored row decides, so that no one is locked out while the provider is
 * unreachable. Source: docs/product.md, Paywall.
 */
export function isSubscriptionUnlocking(provider: ProviderName, now: Date): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, "subscriptions">();
  return eb.and([
    eb("subscriptions.provider", "=", provider),
    eb.or([eb("subscriptions.ends_at", "is", null), eb("subscriptions.ends_at", ">", now)]),
    eb.or([
      eb("subscriptions.status", "in", ["active", "trialing"]),
      eb.and([
        eb("subscriptions.status", "=", "past_due"),
        eb("subscriptions.past_due_since", ">", new Date(now.getTime() - graceMs)),
      ]),
    ]),
  ]);
}

/** Whether the `purchases` row of the surrounding query unlocks the circle it is for. */
export function isPurchaseUnlocking(provider: ProviderName): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, "purchases">();
  return eb.and([
    eb("purchases.provider", "=", provider),
    eb("purchases.state", "=", "paid"),
    eb("purchases.used_at", "is not", null),
  ]);
}

/**
 * Whether the `circles` row of the surrounding query is unlocked: by a subscription, by its own unlock, or without
 * billing. A further question is unlocked exactly when the first circle is.
 */
export function isUnlocked(mode: BillingMode, now: Date): Expression<SqlBool> {
  if (mode === "off") return sql<SqlBool>`true`;
  const eb = expressionBuilder<Tables, "circles">();
  return eb.or([
    eb.exists(
      eb
        .selectFrom("subscriptions")
        .whereRef("subscriptions.user_id", "=", "circles.user_id")
        .where(isSubscriptionUnlocking(mode, now))
        .select("subscriptions.provider_id")
        // This makes the planner look the purchases up for each circle. Otherwise it may read everybody's purchases.
        .offset(0),
    ),
    eb.exists(
      eb
        .selectFrom("purchases")
        .where("purchases.circle_id", "=", sql<string>`coalesce(circles.follows, circles.id)`)
        .where(isPurchaseUnlocking(mode))
        .select("purchases.id")
        .offset(0),
    ),
  ]);
}

/** Whether the `circles` row of the surrounding query has something to read but nothing unlocks it. */
export function isLocked(mode: BillingMode, now: Date): Expression<SqlBool> {
  if (mode === "off") return sql<SqlBool>`false`;
  return sql<SqlBool>`(not ${isUnlocked(mode, now)} and (${responsesCount()}) > 0)`;
}
