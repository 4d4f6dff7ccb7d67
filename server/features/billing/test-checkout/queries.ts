import type { Selectable } from "kysely";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";
import type { TestCheckoutsTable, TestSubscriptionsTable } from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type TestCheckout = Selectable<TestCheckoutsTable>;
export type TestSubscription = Selectable<TestSubscriptionsTable>;

/** Stores a checkout of the test provider. Only the test provider and its pages read its records. */
export async function insertTestCheckout(
  db: Db,
  row: {
    id: string;
    user_id: string;
    kind: CheckoutKind;
    success_url: string;
    cancel_url: string;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  await db
    .insertInto("test_checkouts")
    .values({ ...row, state: "open" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export function findTestCheckout(db: Db, id: string): Promise<TestCheckout | undefined> {
  return db.selectFrom("test_checkouts").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Pays a checkout if it is open; undefined if it no longer is. */
export function payTestCheckout(
  tx: Tx,
  id: string,
  { now, subscription_id }: { now: Date; subscription_id: string | undefined },
): Promise<TestCheckout | undefined> {
  return tx
    .updateTable("test_checkouts")
    .set({ state: "paid", paid_at: now, ...(subscription_id !== undefined && { subscription_id }) })
    .where("id", "=", id)
    .where("state", "=", "open")
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export async function expireTestCheckout(db: Db, id: string): Promise<void> {
  await db
    .updateTable("test_checkouts")
    .set({ state: "expired" })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
}

export async function insertTestSubscription(
  tx: Tx,
  row: { id: string; user_id: string; kind: SubscriptionKind; started_at: Date },
): Promise<void> {
  await tx.insertInto("test_subscriptions").values(row).execute();
}

export function findTestSubscription(db: Db, id: string): Promise<TestSubscription | undefined> {
  return db.selectFrom("test_subscriptions").where("id", "=", id).selectAll().executeTakeFirst();
}

export function listTestSubscriptions(db: Db, userId: string): Promise<TestSubscription[]> {
  return db
    .selectFrom("test_subscriptions")
    .where("user_id", "=", userId)
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("id")
    .execute();
}

/** Changes a subscription if it belongs to this owner; false if it belongs to another. */
export async function changeTestSubscription(
  db: Db,
  userId: string,
  id: string,
  changes: Partial<Pick<TestSubscription, "cancels_at" | "kind" | "past_due_since">> & {
    ended_at?: Date;
  },
): Promise<boolean> {
  const row = await db
    .updateTable("test_subscriptions")
    .set(changes)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
