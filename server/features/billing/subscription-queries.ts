import { type Insertable, type Selectable, sql } from "kysely";
import { isSubscriptionUnlocking } from "#server/access/unlocks.ts";
import type {
  ProviderName,
  SubscriptionPaymentsTable,
  SubscriptionsTable,
} from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { CustomerKey } from "./customers/customer-queries.ts";

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type SubscriptionPaymentRow = Selectable<SubscriptionPaymentsTable>;

/** Stores a subscription's state, unless the result of a later check is already stored. */
export async function storeSubscriptionRow(
  tx: Tx,
  row: Insertable<SubscriptionsTable>,
  now: Date,
): Promise<void> {
  const { provider_id, user_id, provider, ...changes } = row;
  const endedAt = row.status === "ended" ? firstEnd(now) : null;
  // A later invoice that fails does not begin the grace again.
  const pastDueSince = sql<Date | null>`least(subscriptions.past_due_since, ${row.past_due_since})`;
  await tx
    .insertInto("subscriptions")
    .values({ ...row, ...(row.status === "ended" && { ended_at: now }) })
    .onConflict((conflict) =>
      conflict
        .column("provider_id")
        .doUpdateSet({
          ...changes,
          ended_at: endedAt,
          past_due_since: row.past_due_since && pastDueSince,
        })
        .where("subscriptions.ticket", "<", row.ticket),
    )
    .execute();
}

/** If the end is already known, the time at which it was learned is kept. */
const firstEnd = (now: Date) =>
  sql<Date>`case when subscriptions.status = 'ended' then subscriptions.ended_at else ${now} end`;

/**
 * Ends a subscription that the provider does not know any more, unless the result of a later check is already stored.
 */
export async function endSubscription(
  tx: Tx,
  { provider }: CustomerKey,
  { id, ticket, now }: { id: string; ticket: number; now: Date },
): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ status: "ended", ended_at: firstEnd(now), ticket })
    .where("provider", "=", provider)
    .where("provider_id", "=", id)
    .where("ticket", "<", ticket)
    .execute();
}

/** Stores a payment, and whether it was refunded or disputed, unless the result of a later check is already stored. */
export async function storeSubscriptionPayment(tx: Tx, row: SubscriptionPaymentRow): Promise<void> {
  const { state, payment_id, ticket } = row;
  await tx
    .insertInto("subscription_payments")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("provider_id")
        .doUpdateSet({ state, payment_id, ticket })
        .where("subscription_payments.ticket", "<", ticket),
    )
    .execute();
}

/** Stores whether a known payment was refunded or disputed, unless the result of a later check is already stored. */
export async function storePaymentState(
  tx: Tx,
  provider: ProviderName,
  {
    payment_id,
    state,
    ticket,
  }: { payment_id: string } & Pick<SubscriptionPaymentRow, "state" | "ticket">,
): Promise<void> {
  await tx
    .updateTable("subscription_payments")
    .set({ state, ticket })
    .where("provider", "=", provider)
    .where("payment_id", "=", payment_id)
    .where("ticket", "<", ticket)
    .execute();
}

export function findSubscriptionPayment(
  db: Db,
  provider: ProviderName,
  paymentId: string,
): Promise<SubscriptionPaymentRow | undefined> {
  return db
    .selectFrom("subscription_payments")
    .where("provider", "=", provider)
    .where("payment_id", "=", paymentId)
    .selectAll()
    .executeTakeFirst();
}

/** Payments that may still be refunded or disputed, by the ids with which their events name them. */
export async function listPaymentIds(
  db: Db,
  { user_id, provider }: CustomerKey,
  paidSince: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription_payments")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("paid_at", ">=", paidSince)
    .select("payment_id")
    .execute();
  return rows.flatMap(({ payment_id }) => payment_id ?? []);
}

/** A payment by the id under which it is stored, if it belongs to this owner. */
export function findPaymentById(
  db: Db,
  userId: string,
  id: string,
): Promise<SubscriptionPaymentRow | undefined> {
  return db
    .selectFrom("subscription_payments")
    .where("user_id", "=", userId)
    .where("provider_id", "=", id)
    .selectAll()
    .executeTakeFirst();
}

/** The owner's subscription whose invoice with this id is still unpaid. */
export function findUnpaidSubscription(
  db: Db,
  userId: string,
  unpaidId: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("subscriptions")
    .where("user_id", "=", userId)
    .where("unpaid_id", "=", unpaidId)
    .where("status", "<>", "ended")
    .selectAll()
    .executeTakeFirst();
}

export function findSubscription(
  db: Db,
  provider: ProviderName,
  providerId: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("subscriptions")
    .where("provider", "=", provider)
    .where("provider_id", "=", providerId)
    .selectAll()
    .executeTakeFirst();
}

function selectSubscriptions(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("subscriptions")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider);
}

/** How many subscriptions that were bought at a provider may be charged again: those that have not been cancelled. */
export async function countRenewingSubscriptions(db: Db, provider: ProviderName): Promise<number> {
  const { count } = await db
    .selectFrom("subscriptions")
    .where("provider", "=", provider)
    .where(sql<boolean>`status <> 'ended'`)
    .where("renews_at", "is not", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** An owner's subscriptions that have not ended as far as we know, or have ended since an instant. */
export function listSubscriptionsToSync(
  db: Db,
  key: CustomerKey,
  endedSince: Date,
): Promise<Pick<SubscriptionRow, "provider_id" | "status">[]> {
  return selectSubscriptions(db, key)
    .where((where) =>
      where.or([where("status", "<>", "ended"), where("ended_at", ">=", endedSince)]),
    )
    .select(["provider_id", "status"])
    .execute();
}

/**
 * The subscription that unlocks now. If there are two, the one that is charged again, because its owner has to know of
 * that, or else the one that lasts longer.
 */
export function findUnlockingSubscription(
  db: Db,
  { user_id, provider }: CustomerKey,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("subscriptions")
    .where("user_id", "=", user_id)
    .where(isSubscriptionUnlocking(provider, now))
    .selectAll()
    .orderBy(sql`renews_at is null`)
    .orderBy(sql`coalesce(renews_at, ends_at)`, (order) => order.desc().nullsLast())
    .orderBy("provider_id")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The subscription that remains active at the provider, even if it no longer unlocks; if there are two, the later one.
 */
export function findLiveSubscription(
  db: Db,
  key: CustomerKey,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  return selectSubscriptions(db, key)
    .where("status", "<>", "ended")
    .where((where) => where.or([where("ends_at", "is", null), where("ends_at", ">", now)]))
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("provider_id")
    .limit(1)
    .executeTakeFirst();
}

/** An owner's subscriptions that have not ended, of any provider. */
export function listUnendedSubscriptions(
  tx: Tx,
  userId: string,
): Promise<Pick<SubscriptionRow, "provider" | "provider_id">[]> {
  return tx
    .selectFrom("subscriptions")
    .where("user_id", "=", userId)
    .where("status", "<>", "ended")
    .select(["provider", "provider_id"])
    .execute();
}

/** Whether an owner has a subscription that has not ended, or has ever paid for one. */
export async function hasHadSubscription(
  db: Db,
  { user_id, provider }: CustomerKey,
): Promise<boolean> {
  const row = await selectSubscriptions(db, { user_id, provider })
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
