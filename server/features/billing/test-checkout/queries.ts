import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import type { TestCheckoutsTable, TestSubscriptionsTable } from "#server/db/billing-tables.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";

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

/** Pays an open checkout as its buyer; false if it can no longer be paid. */
export async function payTestCheckout(
  db: Db,
  { id, kind, user_id }: TestCheckout,
  now: Date,
): Promise<boolean> {
  const subscriptionId = `test_${randomBytes(12).toString("base64url")}`;
  const subscription = kind === "single" ? {} : { subscription_id: subscriptionId };
  return inTransaction(db, async (tx) => {
    const paid = await tx
      .updateTable("test_checkouts")
      .set({ state: "paid", paid_at: now, ...subscription })
      .where("id", "=", id)
      .where("state", "=", "open")
      .where("expires_at", ">", now)
      .returning("id")
      .executeTakeFirst();
    if (paid !== undefined && kind !== "single") {
      await tx
        .insertInto("test_subscriptions")
        .values({ id: subscriptionId, user_id, kind, started_at: now })
        .execute();
    }
    return paid !== undefined;
  });
}

export async function expireTestCheckout(db: Db, id: string): Promise<void> {
  await db
    .updateTable("test_checkouts")
    .set({ state: "expired" })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
}

/** The owner's last paid checkout: its page is also where what was bought is managed. */
export function findPaidTestCheckout(db: Db, userId: string): Promise<TestCheckout | undefined> {
  return db
    .selectFrom("test_checkouts")
    .where("user_id", "=", userId)
    .where("state", "=", "paid")
    .selectAll()
    .orderBy("paid_at", "desc")
    .limit(1)
    .executeTakeFirst();
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
