import { type NotNull, type Selectable, sql } from "kysely";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import type { CheckoutsTable, ProviderName } from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { CustomerKey } from "./customers/customer-queries.ts";

export type CheckoutRow = Selectable<CheckoutsTable>;

const unfinished = ["requested", "open"] as const;

const selectCheckouts = (db: Db, { user_id, provider }: CustomerKey) =>
  db.selectFrom("checkouts").where("user_id", "=", user_id).where("provider", "=", provider);

/**
 * The unfinished checkout beside which no other may start, because the same thing could be paid twice: one for the same
 * circle or, for a subscription, one for any subscription.
 */
export function findUnfinishedCheckout(
  db: Db,
  key: CustomerKey,
  kind: CheckoutKind,
  circleId: string | null,
): Promise<CheckoutRow | undefined> {
  const query = selectCheckouts(db, key).where("state", "in", unfinished).selectAll();
  if (kind !== "single") return query.where("kind", "<>", "single").executeTakeFirst();
  return query
    .where("kind", "=", "single")
    .where("circle_id", "is not distinct from", circleId)
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
    .values({ ...checkout, state: "requested" })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Stores a completed checkout that only the provider knows, or for which the provider's response was lost. It is stored
 * as failed, so that it blocks no other checkout and can still turn out to be paid.
 * @returns the checkout, if the provider has yet to be asked about its outcome; undefined if it is known here as paid or
 * open
 */
export async function restoreCheckout(
  tx: Tx,
  checkout: CustomerKey & {
    id: string;
    kind: CheckoutKind;
    circle_id: string | null;
    provider_id: string;
    created_at: Date;
  },
): Promise<CheckoutRow | undefined> {
  const { id, provider_id } = checkout;
  await tx
    .insertInto("checkouts")
    .values({ ...checkout, state: "failed" })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ provider_id }).where("checkouts.provider_id", "is", null),
    )
    .execute();
  return tx
    .selectFrom("checkouts")
    .where("id", "=", id)
    .where("provider_id", "=", provider_id)
    .where("state", "in", ["requested", "failed"])
    .selectAll()
    .executeTakeFirst();
}

/**
 * Stores the checkout that the provider started. Returns false if the request was given up in between, or another click
 * has opened a different checkout for it.
 */
export async function openCheckout(
  db: Db,
  id: string,
  { provider_id, url }: { provider_id: string; url: string },
): Promise<boolean> {
  const row = await db
    .updateTable("checkouts")
    .set({ provider_id, url, state: "open" })
    .where("id", "=", id)
    .where((where) =>
      where.or([
        where("state", "=", "requested"),
        where.and([where("state", "=", "open"), where("provider_id", "=", provider_id)]),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives up a request that the provider did not fulfil. */
export async function failCheckoutRequest(db: Db | Tx, id: string): Promise<void> {
  await db
    .updateTable("checkouts")
    .set({ state: "failed" })
    .where("id", "=", id)
    .where("state", "=", "requested")
    .execute();
}

const laterStates: Record<CheckoutRow["state"], CheckoutRow["state"][]> = {
  requested: [],
  open: ["requested"],
  failed: ["requested", "open"],
  paid: ["requested", "open", "failed"],
};

/** Moves a checkout forward, never back; returns its resulting state. */
export async function advanceCheckout(
  tx: Tx,
  id: string,
  state: CheckoutRow["state"],
): Promise<CheckoutRow["state"] | undefined> {
  if (laterStates[state].length > 0) {
    await tx
      .updateTable("checkouts")
      .set({ state })
      .where("id", "=", id)
      .where("state", "in", laterStates[state])
      .execute();
  }
  const row = await findCheckout(tx, id);
  return row?.state;
}

export function findCheckout(db: Db, id: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom("checkouts").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Finds a checkout by the provider's id or by ours. */
export function findCheckoutOfEvent(
  db: Db,
  provider: ProviderName,
  id: string,
): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom("checkouts")
    .where("provider", "=", provider)
    .where(isUuid(id) ? "id" : "provider_id", "=", id)
    .selectAll()
    .executeTakeFirst();
}

/**
 * Claims the right to ask the provider about a checkout again. Returns false if somebody has claimed it since
 * `askedBefore`.
 */
export async function claimProviderRequest(
  db: Db,
  id: string,
  { now, askedBefore }: { now: Date; askedBefore: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("checkouts")
    .set({ asked_at: now })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("asked_at", "is", null), where("asked_at", "<=", askedBefore)]),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function listUnfinishedCheckouts(db: Db, key: CustomerKey): Promise<CheckoutRow[]> {
  return selectCheckouts(db, key).where("state", "in", unfinished).selectAll().execute();
}

/** The latest checkouts that were opened at the provider and seem never to have been paid. */
export function listFailedCheckouts(
  db: Db,
  key: CustomerKey,
  { since, limit }: { since: Date; limit: number },
): Promise<CheckoutRow[]> {
  return selectCheckouts(db, key)
    .where("state", "=", "failed")
    .where("provider_id", "is not", null)
    .where("created_at", ">=", since)
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
}

/**
 * The provider's ids of an owner's checkouts since `since` that are unpaid as far as we know, but may have been paid. A
 * subscription that already unlocks was paid, although its checkout may not say so yet.
 */
export async function listUnpaidCheckouts(
  tx: Tx,
  userId: string,
  since: Date,
): Promise<{ provider: ProviderName; provider_id: string }[]> {
  return tx
    .selectFrom("checkouts")
    .where("checkouts.user_id", "=", userId)
    .where("checkouts.state", "<>", "paid")
    .where("checkouts.created_at", ">=", since)
    .where(({ or, not, exists, selectFrom, eb }) =>
      or([
        eb("checkouts.kind", "=", "single"),
        not(
          exists(
            selectFrom("subscriptions")
              .whereRef("subscriptions.user_id", "=", "checkouts.user_id")
              .whereRef("subscriptions.provider", "=", "checkouts.provider")
              .where("subscriptions.status", "in", ["active", "trialing", "past_due"])
              // The provider's times are in whole seconds.
              .where(sql<boolean>`started_at >= date_trunc('second', checkouts.created_at)`)
              .select("subscriptions.provider_id"),
          ),
        ),
      ]),
    )
    .select(["checkouts.provider", "checkouts.provider_id"])
    .where("checkouts.provider_id", "is not", null)
    .$narrowType<{ provider_id: NotNull }>()
    .execute();
}

/** The checkout with which an owner bought a single. */
export async function findCheckoutOfPurchase(
  db: Db,
  { user_id, provider }: CustomerKey,
  purchaseId: string,
): Promise<CheckoutRow | undefined> {
  if (!isUuid(purchaseId)) return undefined;
  return db
    .selectFrom("checkouts")
    .innerJoin("purchases", "purchases.checkout_id", "checkouts.id")
    .where("purchases.id", "=", purchaseId)
    .where("purchases.user_id", "=", user_id)
    .where("purchases.provider", "=", provider)
    .selectAll("checkouts")
    .executeTakeFirst();
}

/** Checkouts with a payment that may still be refunded or disputed, or whose dispute may still be won. */
export function listPaidSingles(
  db: Db,
  { user_id, provider }: CustomerKey,
  { boughtSince, disputedSince }: { boughtSince: Date; disputedSince: Date },
): Promise<CheckoutRow[]> {
  return db
    .selectFrom("checkouts")
    .innerJoin("purchases", "purchases.checkout_id", "checkouts.id")
    .where("checkouts.user_id", "=", user_id)
    .where("checkouts.provider", "=", provider)
    .where((where) =>
      where.or([
        where("purchases.bought_at", ">=", boughtSince),
        where.and([
          where("purchases.state", "=", "disputed"),
          where("purchases.bought_at", ">=", disputedSince),
        ]),
      ]),
    )
    .selectAll("checkouts")
    .execute();
}
