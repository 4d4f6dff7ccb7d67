import { type Selectable, sql } from "kysely";
import { subscriptionCounts } from "#server/access/unlocks.ts";
import type { SubscriptionPaymentsTable, SubscriptionsTable } from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { CustomerKey } from "./customer-queries.ts";

export type SubscriptionRow = Selectable<SubscriptionsTable>;

/** Stores what was learned of a subscription, unless something learned by a later question is there. */
export async function storeSubscriptionRow(tx: Tx, row: SubscriptionRow): Promise<void> {
  const { provider_id, user_id, provider, ...changes } = row;
  await tx
    .insertInto("subscriptions")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("provider_id")
        .doUpdateSet(changes)
        .where("subscriptions.ticket", "<", row.ticket),
    )
    .execute();
}

/** Stores a payment, and whether it was taken back, unless something learned by a later question is there. */
export async function storeSubscriptionPayment(
  tx: Tx,
  row: Selectable<SubscriptionPaymentsTable>,
): Promise<void> {
  const { state, ticket } = row;
  await tx
    .insertInto("subscription_payments")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("provider_id")
        .doUpdateSet({ state, ticket })
        .where("subscription_payments.ticket", "<", ticket),
    )
    .execute();
}

/** The subscription that counts now; of two, the one that lasts longer. */
export function findCountingSubscription(
  db: Db,
  { user_id, provider }: CustomerKey,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("subscriptions")
    .where("user_id", "=", user_id)
    .where(subscriptionCounts(provider, now))
    .selectAll()
    .orderBy(sql`coalesce(renews_at, ends_at)`, (order) => order.desc().nullsLast())
    .orderBy("provider_id")
    .limit(1)
    .executeTakeFirst();
}

/** Whether a subscription lives on at the provider, even if it does not count any more. */
export async function hasLiveSubscription(
  db: Db,
  { user_id, provider }: CustomerKey,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("subscriptions")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("status", "<>", "ended")
    .where((where) => where.or([where("ends_at", "is", null), where("ends_at", ">", now)]))
    .select("provider_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an owner ever had a subscription that was paid, or has one. */
export async function hasHadSubscription(
  db: Db,
  { user_id, provider }: CustomerKey,
): Promise<boolean> {
  const row = await db
    .selectFrom("subscriptions")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where((where) =>
      where.or([
        where("status", "<>", "ended"),
        where.exists(
          where
            .selectFrom("subscription_payments")
            .where("subscription_payments.user_id", "=", user_id)
            .where("subscription_payments.provider", "=", provider)
            .select("subscription_payments.provider_id"),
        ),
      ]),
    )
    .select("provider_id")
    .executeTakeFirst();
  return row !== undefined;
}

export function listSubscriptionPayments(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("subscription_payments")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .selectAll()
    .execute();
}
