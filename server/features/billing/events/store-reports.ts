import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/tables.ts";
import type { BillingDeps } from "../billing-deps.ts";
import { advanceCheckout, type CheckoutRow } from "../checkout-queries.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";
import {
  type BillingMailDeps,
  requestPaymentFailedMail,
  requestReceiptMail,
} from "../emails/request-billing-mails.ts";
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

type StoreDeps = BillingMailDeps & Pick<BillingDeps, "log">;

/** When a report was asked for, and when it is stored. */
export interface ReportRequest {
  /** The result of the later of two checks is kept. */
  ticket: number;
  now: Date;
  /** The provider's account that was asked; null if it is not known. */
  account_id: string | null;
}

/**
 * Stores a checkout's state and what was bought with it. Call it in a transaction that has locked the customer.
 * @returns the checkout's resulting state; undefined if it is gone
 */
export async function storeCheckout(
  tx: Tx,
  deps: StoreDeps,
  checkout: CheckoutRow,
  report: CheckoutReport,
  asked: ReportRequest,
): Promise<CheckoutRow["state"] | undefined> {
  const state = await advanceCheckout(tx, checkout.id, report.state);
  if (state === undefined) return undefined;
  if (report.state === "paid" && checkout.kind === "single") {
    await storePurchase(tx, deps, checkout, report, asked);
  }
  // A checkout that was only left fails, too, but its money was never on its way. That the money was on its way may never
  // have been known here, if the events came late.
  const hasJustFailed = state === "failed" && checkout.state !== "failed";
  if (hasJustFailed && report.isCompleted && checkout.kind === "single") {
    await requestPaymentFailedMail(tx, deps, checkout, checkout.id);
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

/** What is stored for a subscription that the provider gave up collecting, until the period already paid for ends. */
function stillPaid(
  status: SubscriptionReport["status"],
  paidUntil: Date,
): Partial<Pick<SubscriptionReport, "status" | "renews_at" | "ends_at" | "past_due_since">> {
  return status === "ended"
    ? { status: "active", renews_at: null, ends_at: paidUntil }
    : { status: "past_due", past_due_since: paidUntil };
}

/** Stores a subscription's state, and its last payment. Call it in a transaction that has locked the customer. */
export async function storeSubscription(
  tx: Tx,
  deps: StoreDeps,
  { user_id, provider }: CustomerKey,
  report: SubscriptionReport,
  { ticket, now, account_id }: ReportRequest,
): Promise<void> {
  const {
    subscription_id,
    discounts,
    next_plan,
    unpaid,
    last_payment,
    earlier_payments,
    ended_at: _endedAt,
    paid_until,
    is_payable_after_end: _,
    ...row
  } = report;
  await storeSubscriptionRow(
    tx,
    {
      ...row,
      ...(paid_until !== null && paid_until > now && stillPaid(row.status, paid_until)),
      discounts: JSON.stringify(discounts),
      next_kind: next_plan?.kind ?? null,
      next_price_cents: next_plan?.price_cents ?? null,
      next_starts_at: next_plan?.starts_at ?? null,
      unpaid_id: unpaid?.id ?? null,
      unpaid_cents: unpaid?.cents ?? null,
      unpaid_url: unpaid?.url ?? null,
      unpaid_needs_confirmation: unpaid?.needs_confirmation ?? null,
      provider_id: subscription_id,
      ...(account_id !== null && { account_id }),
      user_id,
      provider,
      ticket,
    },
    now,
  );
  const payments = await listSubscriptionPayments(tx, { user_id, provider });
  const known = new Set(payments.map(({ provider_id }) => provider_id));
  for (const reported of [...earlier_payments, last_payment]) {
    if (reported === undefined) continue;
    const { id, isLate, state, ...payment } = reported;
    const isNew = !known.has(id);
    if (!isNew && state === undefined) continue;
    await storeSubscriptionPayment(tx, {
      ...payment,
      // Its own event, or the nightly comparison, says so if it was refunded or disputed.
      state: state ?? "paid",
      provider_id: id,
      user_id,
      provider,
      ticket,
    });
    if (isNew) await requestReceiptMail(tx, deps, { user_id, provider }, id);
    if (isNew && isLate) {
      deps.log.error(
        { provider, subscription_id, invoice: id },
        "an invoice was paid after its period or its subscription had ended: it unlocks nothing, so refund it",
      );
    }
  }
  if (unpaid === undefined) return;
  if (unpaid.needsOperator) {
    deps.log.error(
      { provider, subscription_id, invoice: unpaid.id },
      "the payment provider could not finalize an invoice, so it cannot be paid: its dashboard says why. The subscription unlocks for three days, and then nothing until it is paid",
    );
    return;
  }
  await requestPaymentFailedMail(tx, deps, { user_id, provider }, unpaid.id);
}
