import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/tables.ts";
import { advanceCheckout, type CheckoutRow } from "../checkout-queries.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";
import {
  type BillingMailDeps,
  requestPaymentFailedMail,
  requestReceiptMail,
} from "../emails/request-billing-emails.ts";
import type { CheckoutReport, SubscriptionReport } from "../provider.ts";
import {
  canBeUnlocked,
  findPurchase,
  insertPurchase,
  type PurchaseRow,
  updatePurchase,
} from "../purchase-queries.ts";
import {
  listSubscriptionPayments,
  storeSubscriptionPayment,
  storeSubscriptionRow,
} from "../subscription-queries.ts";

/** When a report was asked for, and when it is stored. */
export interface ReportRequest {
  /** The result of the later of two checks is kept. */
  ticket: number;
  now: Date;
}

/**
 * Stores a checkout's state and what was bought with it. Call it in a transaction that has locked the customer.
 * @returns the checkout's resulting state; undefined if it is gone
 */
export async function storeCheckout(
  tx: Tx,
  deps: BillingMailDeps,
  checkout: CheckoutRow,
  report: CheckoutReport,
  asked: ReportRequest,
): Promise<CheckoutRow["state"] | undefined> {
  const state = await advanceCheckout(tx, checkout.id, report.state);
  if (state === undefined) return undefined;
  if (report.state === "paid" && checkout.kind === "single") {
    await storePurchase(tx, deps, checkout, report, asked);
  }
  if (report.subscription !== undefined) {
    await storeSubscription(tx, deps, checkout, report.subscription, asked);
  }
  return state;
}

/**
 * Stores a paid single. It unlocks the circle for which it was bought; if that circle is gone or already has another
 * unlock, the single stays unused. A refunded or disputed payment revokes the unlock; winning the dispute restores it,
 * or leaves it unused if the circle has been deleted or unlocked otherwise meanwhile.
 */
async function storePurchase(
  tx: Tx,
  deps: BillingMailDeps,
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
    const id = randomUUID();
    await insertPurchase(tx, {
      id,
      user_id: checkout.user_id,
      provider: checkout.provider,
      checkout_id: checkout.id,
      payment_id: report.payment?.payment_id ?? null,
      amount_cents: report.amount_cents,
      state,
      circle_id: isTaken ? circle_id : null,
      used_at: isTaken && state === "paid" ? now : null,
      bought_at: report.paid_at,
      receipt_url: receiptUrl,
      ticket,
    });
    if (report.amount_cents > 0) await requestReceiptMail(tx, deps, checkout, id);
    return;
  }
  if (known.ticket >= ticket) return;
  await updatePurchase(tx, known.id, {
    state,
    receipt_url: receiptUrl,
    ticket,
    ...(await findUse(tx, known, { state, now })),
  });
}

/**
 * What a stored single unlocks now that its payment is in this state. While the payment is refunded or disputed, the
 * single keeps its circle but is not used, so deleting that circle does not use it up.
 */
async function findUse(
  tx: Tx,
  known: PurchaseRow,
  { state, now }: { state: PurchaseRow["state"]; now: Date },
): Promise<Pick<PurchaseRow, "circle_id" | "used_at">> {
  const { id, circle_id, used_at } = known;
  if (circle_id === null) return { circle_id, used_at };
  if (state !== "paid") return { circle_id, used_at: null };
  if (known.state === "paid") return { circle_id, used_at };
  const isFree = await canBeUnlocked(tx, known, circle_id, id);
  return isFree ? { circle_id, used_at: used_at ?? now } : { circle_id: null, used_at: null };
}

/** Stores a subscription's state, and its payments. Call it in a transaction that has locked the customer. */
export async function storeSubscription(
  tx: Tx,
  deps: BillingMailDeps,
  { user_id, provider }: CustomerKey,
  { subscription_id, unpaid, payments, ...row }: SubscriptionReport,
  { ticket, now }: ReportRequest,
): Promise<void> {
  await storeSubscriptionRow(
    tx,
    {
      ...row,
      unpaid_id: unpaid?.id ?? null,
      unpaid_cents: unpaid?.cents ?? null,
      unpaid_url: unpaid?.url ?? null,
      unpaid_needs_confirmation: unpaid?.needs_confirmation ?? null,
      provider_id: subscription_id,
      user_id,
      provider,
      ticket,
    },
    now,
  );
  const stored = await listSubscriptionPayments(tx, { user_id, provider });
  const known = new Set(stored.map(({ provider_id }) => provider_id));
  for (const { id, state, ...payment } of payments.toReversed()) {
    const isNew = !known.has(id);
    // What became of an earlier payment is learned by its own event, or at night.
    if (!isNew && state === undefined) continue;
    await storeSubscriptionPayment(tx, {
      ...payment,
      state: state ?? "paid",
      provider_id: id,
      user_id,
      provider,
      ticket,
    });
    if (isNew) await requestReceiptMail(tx, deps, { user_id, provider }, id);
  }
  if (unpaid !== undefined) {
    await requestPaymentFailedMail(tx, deps, { user_id, provider }, unpaid.id);
  }
}
