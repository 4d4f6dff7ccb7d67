import { type Selectable, sql } from "kysely";
import type { CheckoutKind } from "#contract/billing.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { purchaseCounts, subscriptionCounts } from "#server/access/unlocks.ts";
import type {
  BillingCustomersTable,
  BillingEventsTable,
  CheckoutsTable,
  EventSubject,
  ProviderName,
  PurchasesTable,
  SubscriptionPaymentsTable,
  SubscriptionsTable,
} from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export type CustomerRow = Selectable<BillingCustomersTable>;
export type CheckoutRow = Selectable<CheckoutsTable>;
export type PurchaseRow = Selectable<PurchasesTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;

/** An owner at one provider. */
export interface CustomerKey {
  user_id: string;
  provider: ProviderName;
}

const unfinished = ["wished", "open", "pending"] as const;

// Customers.

/** The owner as a customer, made where they are none yet, locked until the transaction ends: money moves one at a time. */
export async function lockCustomer(tx: Tx, key: CustomerKey, now: Date): Promise<CustomerRow> {
  await tx
    .insertInto("billing_customers")
    .values({ ...key, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "provider"]).doNothing())
    .execute();
  return selectCustomer(tx, key).forUpdate().executeTakeFirstOrThrow();
}

/** The same for one who is a customer already; undefined when the account is gone. */
export function lockKnownCustomer(tx: Tx, key: CustomerKey): Promise<CustomerRow | undefined> {
  return selectCustomer(tx, key).forUpdate().executeTakeFirst();
}

export function findCustomer(db: Db, key: CustomerKey): Promise<CustomerRow | undefined> {
  return selectCustomer(db, key).executeTakeFirst();
}

export function findCustomerByProviderId(
  db: Db,
  provider: ProviderName,
  provider_id: string,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom("billing_customers")
    .where("provider", "=", provider)
    .where("provider_id", "=", provider_id)
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

/** Keeps the provider's id of an owner, unless there is one; says which counts, undefined when the account is gone. */
export async function keepCustomerId(
  db: Db,
  { user_id, provider }: CustomerKey,
  provider_id: string,
): Promise<string | undefined> {
  await db
    .updateTable("billing_customers")
    .set({ provider_id })
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("provider_id", "is", null)
    .execute();
  const customer = await findCustomer(db, { user_id, provider });
  return customer?.provider_id ?? undefined;
}

/** A number for the next question about this owner; undefined when the account is gone. */
export async function takeTicket(
  db: Db,
  { user_id, provider }: CustomerKey,
): Promise<number | undefined> {
  const row = await db
    .updateTable("billing_customers")
    .set({ tickets: sql<number>`tickets + 1` })
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .returning("tickets")
    .executeTakeFirst();
  return row?.tickets;
}

/** Every owner who may have bought something, in pages by id. */
export async function listCustomerIds(
  db: Db,
  provider: ProviderName,
  after: string,
  at_most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("billing_customers")
    .where("provider", "=", provider)
    .where("provider_id", "is not", null)
    .where("user_id", ">", after)
    .select("user_id")
    .orderBy("user_id")
    .limit(at_most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** An owner as a customer of any provider, locked: what is being opened for them finds them there, or gone. */
export function lockCustomersOf(tx: Tx, user_id: string): Promise<CustomerRow[]> {
  return tx
    .selectFrom("billing_customers")
    .where("user_id", "=", user_id)
    .selectAll()
    .forUpdate()
    .execute();
}

// Checkouts.

/** The checkout that would be bought twice by starting another: of the same paraline, or any subscription's. */
export function findUnfinishedCheckout(
  tx: Tx,
  { user_id, provider }: CustomerKey,
  kind: CheckoutKind,
  circle_id: string | null,
): Promise<CheckoutRow | undefined> {
  const query = tx
    .selectFrom("checkouts")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("state", "in", unfinished)
    .selectAll();
  if (kind !== "single") return query.where("kind", "<>", "single").executeTakeFirst();
  return query
    .where("kind", "=", "single")
    .where("circle_id", "is not distinct from", circle_id)
    .executeTakeFirst();
}

export async function insertCheckout(
  tx: Tx,
  checkout: CustomerKey & {
    id: string;
    kind: CheckoutKind;
    circle_id: string | null;
    created_at: Date;
  },
): Promise<CheckoutRow> {
  return tx
    .insertInto("checkouts")
    .values({ ...checkout, state: "wished" })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps what the provider started; false when the wish was given up meanwhile. */
export async function openCheckout(
  db: Db,
  id: string,
  started: { provider_id: string; url: string; expires_at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("checkouts")
    .set({ ...started, state: "open" })
    .where("id", "=", id)
    .where("state", "in", ["wished", "open"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives up a wish that the provider did not fulfil. */
export async function giveUpWish(db: Db, id: string): Promise<void> {
  await db
    .updateTable("checkouts")
    .set({ state: "failed" })
    .where("id", "=", id)
    .where("state", "=", "wished")
    .execute();
}

const later_states: Record<CheckoutRow["state"], CheckoutRow["state"][]> = {
  wished: [],
  open: ["wished"],
  pending: ["wished", "open"],
  failed: ["wished", "open", "pending"],
  paid: ["wished", "open", "pending", "failed"],
};

/** Moves a checkout on, never back; says how it stands then. */
export async function advanceCheckout(
  tx: Tx,
  id: string,
  state: CheckoutRow["state"],
): Promise<CheckoutRow["state"] | undefined> {
  if (later_states[state].length > 0) {
    await tx
      .updateTable("checkouts")
      .set({ state })
      .where("id", "=", id)
      .where("state", "in", later_states[state])
      .execute();
  }
  const row = await findCheckout(tx, id);
  return row?.state;
}

export function findCheckout(db: Db, id: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom("checkouts").where("id", "=", id).selectAll().executeTakeFirst();
}

export function findOwnCheckout(
  db: Db,
  owner: OwnerId,
  id: string,
): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom("checkouts")
    .where("id", "=", id)
    .where("user_id", "=", owner)
    .selectAll()
    .executeTakeFirst();
}

export function findCheckoutByProviderId(
  db: Db,
  provider: ProviderName,
  provider_id: string,
): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom("checkouts")
    .where("provider", "=", provider)
    .where("provider_id", "=", provider_id)
    .selectAll()
    .executeTakeFirst();
}

/** Whether the provider may be asked about a checkout again: nobody made us ask since `asked_before`. */
export async function claimQuestion(
  db: Db,
  id: string,
  { now, asked_before }: { now: Date; asked_before: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("checkouts")
    .set({ asked_at: now })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("asked_at", "is", null), where("asked_at", "<=", asked_before)]),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function listUnfinishedCheckouts(
  db: Db,
  { user_id, provider }: CustomerKey,
): Promise<CheckoutRow[]> {
  return db
    .selectFrom("checkouts")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("state", "in", unfinished)
    .selectAll()
    .execute();
}

/** Checkouts whose money may still be taken back. */
export function listPaidSingles(
  db: Db,
  { user_id, provider }: CustomerKey,
  bought_since: Date,
): Promise<CheckoutRow[]> {
  return db
    .selectFrom("checkouts")
    .innerJoin("purchases", "purchases.checkout_id", "checkouts.id")
    .where("checkouts.user_id", "=", user_id)
    .where("checkouts.provider", "=", provider)
    .where("purchases.bought_at", ">=", bought_since)
    .selectAll("checkouts")
    .execute();
}

// Purchases.

export function findPurchase(db: Db, checkout_id: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom("purchases")
    .where("checkout_id", "=", checkout_id)
    .selectAll()
    .executeTakeFirst();
}

export function findPurchaseByPaymentId(
  db: Db,
  provider: ProviderName,
  payment_id: string,
): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom("purchases")
    .where("provider", "=", provider)
    .where("payment_id", "=", payment_id)
    .selectAll()
    .executeTakeFirst();
}

export async function insertPurchase(tx: Tx, row: PurchaseRow): Promise<void> {
  await tx.insertInto("purchases").values(row).execute();
}

export async function updatePurchase(
  tx: Tx,
  id: string,
  {
    state,
    circle_id,
    used_at,
    receipt_url,
    ticket,
  }: Pick<PurchaseRow, "state" | "circle_id" | "used_at" | "receipt_url" | "ticket">,
): Promise<void> {
  await tx
    .updateTable("purchases")
    .set({ state, circle_id, used_at, receipt_url, ticket })
    .where("id", "=", id)
    .execute();
}

/** Whether a paraline is this owner's and has no unlock of its own besides the one with this id. */
export async function mayTakeUnlock(
  tx: Tx,
  { user_id, provider }: CustomerKey,
  circle_id: string,
  purchase_id?: string,
): Promise<boolean> {
  const circle = await tx
    .selectFrom("circles")
    .where("id", "=", circle_id)
    .where("user_id", "=", user_id)
    .select("id")
    .forKeyShare()
    .executeTakeFirst();
  if (circle === undefined) return false;
  const holders = await tx
    .selectFrom("purchases")
    .where("circle_id", "=", circle_id)
    .where(purchaseCounts(provider))
    .select("id")
    .execute();
  return holders.every(({ id }) => id === purchase_id);
}

/** The unlock that has waited longest for a paraline; the owner's customer row must be locked. */
export function findCredit(
  tx: Tx,
  { user_id, provider }: CustomerKey,
): Promise<PurchaseRow | undefined> {
  return tx
    .selectFrom("purchases")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("state", "=", "paid")
    .where("used_at", "is", null)
    .selectAll()
    .orderBy("bought_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** An unused unlock that was bought for this very paraline, which another one held then. */
export function findUnplacedPurchase(
  tx: Tx,
  { user_id, provider }: CustomerKey,
  circle_id: string,
): Promise<PurchaseRow | undefined> {
  return tx
    .selectFrom("purchases")
    .innerJoin("checkouts", "checkouts.id", "purchases.checkout_id")
    .where("purchases.user_id", "=", user_id)
    .where("purchases.provider", "=", provider)
    .where("purchases.state", "=", "paid")
    .where("purchases.used_at", "is", null)
    .where("checkouts.circle_id", "=", circle_id)
    .selectAll("purchases")
    .orderBy("purchases.bought_at")
    .orderBy("purchases.id")
    .limit(1)
    .executeTakeFirst();
}

export async function countCredits(db: Db, { user_id, provider }: CustomerKey): Promise<number> {
  const { count } = await db
    .selectFrom("purchases")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("state", "=", "paid")
    .where("used_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

// Subscriptions.

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

// What an owner has, for reading.

export function listUnlockedCircles(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("purchases")
    .innerJoin("circles", "circles.id", "purchases.circle_id")
    .where("circles.user_id", "=", user_id)
    .where(purchaseCounts(provider))
    .select(["circles.id as circle_id", "circles.title"])
    .select(({ ref }) => ref("purchases.used_at").$notNull().as("used_at"))
    .orderBy("purchases.used_at", "desc")
    .orderBy("purchases.id")
    .execute();
}

export function listPurchases(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("purchases")
    .leftJoin("circles", "circles.id", "purchases.circle_id")
    .where("purchases.user_id", "=", user_id)
    .where("purchases.provider", "=", provider)
    .select([
      "purchases.id",
      "purchases.amount_cents",
      "purchases.state",
      "purchases.bought_at",
      "purchases.receipt_url",
      "purchases.circle_id",
      "circles.title",
    ])
    .execute();
}

export function listSubscriptionPayments(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("subscription_payments")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .selectAll()
    .execute();
}

// Events.

/** Keeps an event as it came, unless it was there before. */
export async function insertEvent(
  tx: Tx,
  event: {
    id: string;
    provider: ProviderName;
    type: string;
    about: EventSubject | null;
    about_id: string | null;
    user_id: string | null;
    body: string | null;
    state: BillingEventsTable["state"];
    received_at: Date;
  },
): Promise<void> {
  await tx
    .insertInto("billing_events")
    .values(event)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export function findEvent(db: Db, id: string) {
  return db.selectFrom("billing_events").where("id", "=", id).selectAll().executeTakeFirst();
}

/** The ids of the events about an owner, which their jobs are told. */
export async function listEventsOf(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("billing_events")
    .where("user_id", "=", user_id)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function finishEvent(
  db: Db,
  id: string,
  state: "worked" | "ignored",
  worked_at: Date,
): Promise<void> {
  await db.updateTable("billing_events").set({ state, worked_at }).where("id", "=", id).execute();
}

/** Events whose work was given up or never came to be. */
export function listUnworkedEvents(db: Db, provider: ProviderName, received_before: Date) {
  return db
    .selectFrom("billing_events")
    .where("provider", "=", provider)
    .where("state", "=", "received")
    .where("received_at", "<", received_before)
    .select("id")
    .orderBy("received_at")
    .limit(1000)
    .execute();
}

export async function deleteEventsBefore(db: Db, received_before: Date): Promise<void> {
  await db.deleteFrom("billing_events").where("received_at", "<", received_before).execute();
}
