import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/tables.ts";
import { advanceCheckout, type CheckoutRow } from "../checkout-queries.ts";
import type { CustomerKey } from "../customer-queries.ts";
import type { CheckoutReport, SubscriptionReport } from "../provider.ts";
import {
  canBeUnlocked,
  findPurchase,
  findUnassignedPurchase,
  insertPurchase,
  updatePurchase,
} from "../purchase-queries.ts";
import {
  findCountingSubscription,
  storeSubscriptionPayment,
  storeSubscriptionRow,
} from "../subscription-queries.ts";

/** When a report was asked for, and when it is stored. */
export interface ReportRequest {
  /** Of two questions, the later one's answer stays. */
  ticket: number;
  now: Date;
}

/**
 * Stores a checkout's state, and what was bought by it. Call it in a transaction that has locked the customer.
 * @returns the checkout's state then; undefined when it is gone
 */
export async function storeCheckout(
  tx: Tx,
  checkout: CheckoutRow,
  report: CheckoutReport,
  asked: ReportRequest,
): Promise<CheckoutRow["state"] | undefined> {
  const state = await advanceCheckout(tx, checkout.id, report.state);
  if (state === undefined) return undefined;
  if (report.state === "paid" && checkout.kind === "single") {
    await storePurchase(tx, checkout, report, asked);
  }
  if (report.subscription !== undefined) {
    await storeSubscription(tx, checkout, report.subscription, asked);
  }
  return state;
}

/**
 * Stores a paid single. It unlocks the circle it was bought for; if that is gone or already has another unlock,
 * it stays unused. A refunded or disputed payment revokes the unlock; a dispute that is won restores it.
 */
async function storePurchase(
  tx: Tx,
  checkout: CheckoutRow,
  report: CheckoutReport,
  { ticket, now }: ReportRequest,
): Promise<void> {
  const state = report.payment?.state ?? "paid";
  const receiptUrl = report.payment?.receipt_url ?? null;
  const known = await findPurchase(tx, checkout.id);
  if (known === undefined) {
    const { circle_id } = checkout;
    const isTaken = circle_id !== null && (await canBeUnlocked(tx, checkout, circle_id));
    await insertPurchase(tx, {
      id: randomUUID(),
      user_id: checkout.user_id,
      provider: checkout.provider,
      checkout_id: checkout.id,
      payment_id: report.payment?.payment_id ?? null,
      amount_cents: report.amount_cents,
      state,
      circle_id: isTaken ? circle_id : null,
      used_at: isTaken ? now : null,
      bought_at: report.paid_at,
      receipt_url: receiptUrl,
      ticket,
    });
    return;
  }
  if (known.ticket >= ticket) return;
  const { id, circle_id, used_at } = known;
  const isKept =
    state !== "paid" ||
    known.state === "paid" ||
    circle_id === null ||
    (await canBeUnlocked(tx, checkout, circle_id, id));
  await updatePurchase(tx, id, {
    state,
    receipt_url: receiptUrl,
    ticket,
    ...(isKept ? { circle_id, used_at } : { circle_id: null, used_at: null }),
  });
  if (state !== "paid" && circle_id !== null)
    await assignWaitingPurchase(tx, checkout, circle_id, now);
}

/** Where an unlock was revoked, an unused one that was bought for the same circle replaces it. */
async function assignWaitingPurchase(
  tx: Tx,
  key: CustomerKey,
  circleId: string,
  now: Date,
): Promise<void> {
  const waiting = await findUnassignedPurchase(tx, key, circleId);
  if (waiting === undefined || !(await canBeUnlocked(tx, key, circleId))) return;
  await updatePurchase(tx, waiting.id, { ...waiting, circle_id: circleId, used_at: now });
}

/**
 * Stores a subscription's state, and its last payment. Call it in a transaction that has locked the customer.
 * @returns whether the owner has a subscription that counts then
 */
export async function storeSubscription(
  tx: Tx,
  { user_id, provider }: CustomerKey,
  report: SubscriptionReport,
  { ticket, now }: ReportRequest,
): Promise<boolean> {
  const { subscription_id, customer_id: _, last_payment, ...row } = report;
  await storeSubscriptionRow(tx, {
    ...row,
    provider_id: subscription_id,
    user_id,
    provider,
    ticket,
  });
  if (last_payment !== undefined) {
    const { id, ...payment } = last_payment;
    await storeSubscriptionPayment(tx, {
      ...payment,
      provider_id: id,
      user_id,
      provider,
      kind: report.kind,
      ticket,
    });
  }
  return (await findCountingSubscription(tx, { user_id, provider }, now)) !== undefined;
}
