import type { z } from "zod";
import type {
  Billing,
  BillingReceipt,
  checkSubscription as checkSubscriptionEndpoint,
  Subscription,
} from "#contract/billing/billing.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { UnlockDeps } from "#server/access/readable-circle.ts";
import { graceEnd } from "#server/access/unlocks.ts";
import type { Db } from "#server/db/tables.ts";
import type { CustomerKey } from "./customers/customer-queries.ts";
import { hasPortal } from "./customers/open-portal.ts";
import { countCredits, listPurchases, listUnlockedCircles } from "./purchase-queries.ts";
import {
  findLiveSubscription,
  findUnlockingSubscription,
  listSubscriptionPayments,
  type SubscriptionRow,
} from "./subscription-queries.ts";

/** The owner's purchases and subscription, read from our own tables. */
export async function readBilling(
  { db, clock, config }: UnlockDeps,
  owner: OwnerId,
): Promise<OwnersBilling> {
  const mode = config.billing;
  if (mode === "off") {
    return {
      mode: mode,
      is_everything_unlocked: true,
      subscription: null,
      unlocked: [],
      credits_count: 0,
      has_portal: false,
      receipts: [],
    };
  }
  const key: CustomerKey = { user_id: owner, provider: mode };
  const timeZone = (await findOwner(db, owner))?.time_zone ?? "UTC";
  const day = (instant: Date) => dayIn(timeZone, instant);
  const now = clock.now();
  const unlocking = await findUnlockingSubscription(db, key, now);
  const subscription = unlocking ?? (await findLiveSubscription(db, key, now));
  const unlocked = await listUnlockedCircles(db, key);
  return {
    mode: mode,
    is_everything_unlocked: unlocking !== undefined,
    subscription:
      subscription === undefined
        ? null
        : createSubscriptionView(subscription, { unlocks: unlocking !== undefined, day }),
    unlocked: unlocked.map(({ used_at, ...circle }) => ({ ...circle, unlocked_on: day(used_at) })),
    credits_count: await countCredits(db, key),
    has_portal: await hasPortal(db, key),
    receipts: await listReceipts(db, key, day),
  };
}

/** An owner's billing without the fields that are the same for every owner. */
export type OwnersBilling = Omit<Billing, "adds_tax">;

function createSubscriptionView(
  row: SubscriptionRow,
  { unlocks, day }: { unlocks: boolean; day: (instant: Date) => string },
): Subscription {
  const { kind, status, renews_at, ends_at, price_cents, adds_tax } = row;
  const graceEndsAt = graceEnd(row);
  return {
    kind,
    status: findShownStatus(status, unlocks),
    renews_on: renews_at && day(renews_at),
    ends_on: ends_at && day(ends_at),
    grace_ends_on: graceEndsAt && day(graceEndsAt),
    price_cents,
    currency: row.currency ?? "usd",
    adds_tax,
    pay_url: row.unpaid_url,
  };
}

function findShownStatus(
  status: SubscriptionRow["status"],
  unlocks: boolean,
): Subscription["status"] {
  // The provider still tries to collect the payment, but the grace is over, so nothing is unlocked.
  if (status === "past_due" && !unlocks) return "unpaid";
  // Callers do not ask for an ended subscription, because it neither unlocks nor remains active.
  return status === "ended" ? "active" : status;
}

async function listReceipts(
  db: Db,
  key: CustomerKey,
  day: (instant: Date) => string,
): Promise<BillingReceipt[]> {
  const singles = (await listPurchases(db, key)).map((row) => ({
    paid_at: row.bought_at,
    receipt: {
      id: row.id,
      kind: "single" as const,
      circle:
        row.circle_id === null || row.title === null
          ? null
          : { id: row.circle_id, title: row.title },
      amount_cents: row.amount_cents,
      currency: "usd",
      state: row.state,
      has_receipt: row.receipt_url !== null,
    },
  }));
  const others = (await listSubscriptionPayments(db, key)).map((row) => ({
    paid_at: row.paid_at,
    receipt: {
      id: row.provider_id,
      kind: row.kind,
      circle: null,
      amount_cents: row.amount_cents,
      currency: row.currency ?? "usd",
      state: row.state,
      has_receipt: row.receipt_url !== null,
    },
  }));
  return [...singles, ...others]
    .toSorted((one, other) => other.paid_at.getTime() - one.paid_at.getTime())
    .map(({ paid_at, receipt }) => ({ ...receipt, paid_on: day(paid_at) }));
}

/** The response of check-subscription: whether everything is unlocked, and what else is. */
export async function checkSubscription(
  { db, clock, config }: UnlockDeps,
  owner: OwnerId,
): Promise<z.input<typeof checkSubscriptionEndpoint.output>> {
  const mode = config.billing;
  if (mode === "off") {
    return { subscribed: true, unlocked_by: "off", unlocked_circle_ids: [], credits_count: 0 };
  }
  const key: CustomerKey = { user_id: owner, provider: mode };
  const subscribed = (await findUnlockingSubscription(db, key, clock.now())) !== undefined;
  const unlocked = await listUnlockedCircles(db, key);
  return {
    subscribed,
    unlocked_by: subscribed ? "subscription" : null,
    unlocked_circle_ids: unlocked.map(({ circle_id }) => circle_id),
    credits_count: await countCredits(db, key),
  };
}
