import { type Selectable, sql } from "kysely";
import type { BillingCustomersTable, ProviderName } from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type CustomerRow = Selectable<BillingCustomersTable>;

/** An owner at one provider. */
export interface CustomerKey {
  user_id: string;
  provider: ProviderName;
}

/**
 * Returns the owner as a customer, created if necessary, and locked until the transaction ends: payments are processed
 * one at a time.
 */
export async function lockCustomer(tx: Tx, key: CustomerKey, now: Date): Promise<CustomerRow> {
  await tx
    .insertInto("billing_customers")
    .values({ ...key, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "provider"]).doNothing())
    .execute();
  return selectCustomer(tx, key).forUpdate().executeTakeFirstOrThrow();
}

/** Locks an owner who is a customer already; undefined if the account is gone. */
export function lockKnownCustomer(tx: Tx, key: CustomerKey): Promise<CustomerRow | undefined> {
  return selectCustomer(tx, key).forUpdate().executeTakeFirst();
}

export function findCustomer(db: Db, key: CustomerKey): Promise<CustomerRow | undefined> {
  return selectCustomer(db, key).executeTakeFirst();
}

export function findCustomerByProviderId(
  db: Db,
  provider: ProviderName,
  providerId: string,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom("billing_customers")
    .where("provider", "=", provider)
    .where("provider_id", "=", providerId)
    .selectAll()
    .executeTakeFirst();
}

function selectCustomer(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("billing_customers")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .selectAll();
}

function updateCustomer(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .updateTable("billing_customers")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider);
}

/**
 * Stores the provider's id of an owner, in place of `replaces` (null: none), unless it has changed in between. Returns
 * the id that is stored then; undefined if the account is gone.
 */
export async function storeCustomerId(
  db: Db,
  key: CustomerKey,
  providerId: string,
  replaces: string | null,
): Promise<string | undefined> {
  await updateCustomer(db, key)
    .set({ provider_id: providerId })
    .where("provider_id", "is not distinct from", replaces)
    .execute();
  const customer = await findCustomer(db, key);
  return customer?.provider_id ?? undefined;
}

/** Returns a number for the next check of this owner; undefined if the account is gone. */
export async function nextTicket(db: Db, key: CustomerKey): Promise<number | undefined> {
  const row = await updateCustomer(db, key)
    .set({ tickets: sql<number>`tickets + 1` })
    .returning("tickets")
    .executeTakeFirst();
  return row?.tickets;
}

/** A batch of the owners who are customers of any provider, in the order of their ids. */
export async function listCustomerIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("billing_customers")
    .where("provider_id", "is not", null)
    .where("user_id", ">", after)
    .select("user_id")
    .distinct()
    .orderBy("user_id")
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * The customers about whom the provider may know something that we do not: those with a subscription that has not ended
 * or has ended since `endedSince`, a checkout opened since `openedSince`, a payment of a subscription since
 * `paidSince`, or a disputed single bought since `disputedSince`.
 */
export async function listCustomersToReconcile(
  db: Db,
  provider: ProviderName,
  {
    endedSince,
    openedSince,
    paidSince,
    disputedSince,
  }: { endedSince: Date; openedSince: Date; paidSince: Date; disputedSince: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .where("provider", "=", provider)
    .where(sql<boolean>`status <> 'ended'`)
    .select("user_id")
    .union((ended) =>
      ended
        .selectFrom("subscriptions")
        .where("provider", "=", provider)
        .where("ended_at", ">=", endedSince)
        .select("user_id"),
    )
    .union((opened) =>
      opened
        .selectFrom("checkouts")
        .where("provider", "=", provider)
        .where("created_at", ">=", openedSince)
        .select("user_id"),
    )
    .union((paid) =>
      paid
        .selectFrom("subscription_payments")
        .where("provider", "=", provider)
        .where("paid_at", ">=", paidSince)
        .select("user_id"),
    )
    .union((disputed) =>
      disputed
        .selectFrom("purchases")
        .where("provider", "=", provider)
        .where(sql<boolean>`state = 'disputed'`)
        .where("bought_at", ">=", disputedSince)
        .select("user_id"),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Locks an owner's customers at all providers. A checkout that is being opened waits for this, and then sees whether
 * they still exist.
 */
export function lockCustomers(tx: Tx, userId: string): Promise<CustomerRow[]> {
  return tx
    .selectFrom("billing_customers")
    .where("user_id", "=", userId)
    .selectAll()
    .forUpdate()
    .execute();
}
