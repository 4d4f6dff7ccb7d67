import type { Selectable } from "kysely";
import { isPurchaseUnlocking } from "#server/access/unlocks.ts";
import type { ProviderName, PurchasesTable } from "#server/db/billing-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { CustomerKey } from "./customers/customer-queries.ts";

export type PurchaseRow = Selectable<PurchasesTable>;

export function findPurchase(db: Db, checkoutId: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom("purchases")
    .where("checkout_id", "=", checkoutId)
    .selectAll()
    .executeTakeFirst();
}

export function findPurchaseByPaymentId(
  db: Db,
  provider: ProviderName,
  paymentId: string,
): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom("purchases")
    .where("provider", "=", provider)
    .where("payment_id", "=", paymentId)
    .selectAll()
    .executeTakeFirst();
}

/** A purchase with the title of the circle that it unlocks, if it is this owner's. */
export function findPurchaseWithTitle(db: Db, userId: string, id: string) {
  if (!isUuid(id)) return undefined;
  return withTitles(db, userId).where("purchases.id", "=", id).executeTakeFirst();
}

/** An owner's purchases, each with the title of the circle that it unlocks. */
function withTitles(db: Db, userId: string) {
  return db
    .selectFrom("purchases")
    .leftJoin("circles", "circles.id", "purchases.circle_id")
    .where("purchases.user_id", "=", userId)
    .select([
      "purchases.amount_cents",
      "purchases.state",
      "purchases.bought_at",
      "purchases.receipt_url",
      "circles.title",
    ]);
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

/** Whether a circle belongs to this owner and no unlock but the one with `purchaseId` holds it. */
export async function canBeUnlocked(
  tx: Tx,
  { user_id, provider }: CustomerKey,
  circleId: string,
  purchaseId?: string,
): Promise<boolean> {
  const circle = await tx
    .selectFrom("circles")
    .where("id", "=", circleId)
    .where("user_id", "=", user_id)
    .where("follows", "is", null)
    .select("id")
    .forKeyShare()
    .executeTakeFirst();
  if (circle === undefined) return false;
  const holders = await tx
    .selectFrom("purchases")
    .where("circle_id", "=", circleId)
    .where(isPurchaseUnlocking(provider))
    .select("id")
    .execute();
  return holders.every(({ id }) => id === purchaseId);
}

/** The owner's oldest unused unlock; the owner's customer row must be locked. */
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

/** Whether an owner ever paid for a single, even if it was refunded since. */
export async function hasPurchased(db: Db, { user_id, provider }: CustomerKey): Promise<boolean> {
  const row = await db
    .selectFrom("purchases")
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function listUnlockedCircles(db: Db, { user_id, provider }: CustomerKey) {
  return db
    .selectFrom("purchases")
    .innerJoin("circles", "circles.id", "purchases.circle_id")
    .where("circles.user_id", "=", user_id)
    .where(isPurchaseUnlocking(provider))
    .select(["circles.id as circle_id", "circles.title"])
    .select(({ ref }) => ref("purchases.used_at").$notNull().as("used_at"))
    .orderBy("purchases.used_at", "desc")
    .orderBy("purchases.id")
    .execute();
}

export function listPurchases(db: Db, { user_id, provider }: CustomerKey) {
  return withTitles(db, user_id)
    .where("purchases.provider", "=", provider)
    .select(["purchases.id", "purchases.circle_id"])
    .execute();
}
