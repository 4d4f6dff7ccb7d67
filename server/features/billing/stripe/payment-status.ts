import type Stripe from "stripe";
import type { SubscriptionKind } from "#contract/billing/billing.ts";
import { daySeconds } from "#contract/values/durations.ts";
import type { PaymentReport } from "../provider.ts";
import { idOf } from "./client.ts";
import { readPayment } from "./payments.ts";

/** An invoice that took money, and its payment. */
export interface PaidInvoice {
  invoice: Stripe.Invoice;
  payment: PaymentReport | undefined;
}

/** What was paid for a subscription, as far as that decides what it unlocks now. */
export interface PaymentStatus {
  lastPaid: PaidInvoice | undefined;
  /** The other invoices that took money. */
  paidEarlier: Stripe.Invoice[];
  /** Whether the payment for the running period has been refunded or disputed. */
  reversal: Exclude<PaymentReport["state"], "paid"> | undefined;
  /**
   * When the invoice of the last paid period was created, in seconds; 0 if there is none. Older invoices are not owed.
   */
  paidPeriodSince: number;
  /** When that period ends, in seconds; 0 if there is none. */
  paidUntil: number;
  /** Whether a period was ever paid for. With a bank debit, a subscription is active before it is paid. */
  wasPaid: boolean;
}

/**
 * Reads what has paid for the running period. This is the period's invoice. If a credit for an earlier period paid most
 * of that invoice, for example after a change of plan, the earlier invoices count as well, back to one that was paid
 * with money: otherwise a refunded year would unlock again for the dollar that a change of plan costs. A period that
 * was never charged, for example because of a coupon, or that a balance has paid for which the operator granted, counts
 * as paid, whatever became of the payments before. A renewal whose money is on its way changes nothing.
 */
export async function readPaymentStatus(
  stripe: Stripe,
  subscription: Pick<Stripe.Subscription, "id" | "status" | "ended_at">,
  latest: Stripe.Invoice | null,
): Promise<PaymentStatus> {
  const paymentStatus: PaymentStatus = {
    lastPaid: undefined,
    paidEarlier: [],
    reversal: undefined,
    paidPeriodSince: 0,
    paidUntil: 0,
    wasPaid: false,
  };
  let isSettled = false;
  // Whether the period's own invoice has been read, and whether an invoice left a credit that paid for later ones. What
  // was paid before the period matters to it only through such a credit.
  let hasPeriod = false;
  let hasCreditLeft = false;
  const paid = await listPaid(stripe, subscription, latest);
  for (const invoice of paid) {
    if (isSettled && invoice.amount_paid === 0) continue;
    const payment = await readInvoicePayment(stripe, invoice);
    if (invoice.amount_paid > 0) paymentStatus.lastPaid ??= { invoice, payment };
    if (!isSettled) {
      const paysForPeriod = !hasPeriod || hasCreditLeft;
      paymentStatus.reversal =
        payment === undefined || payment.state === "paid" || !paysForPeriod
          ? undefined
          : payment.state;
      paymentStatus.wasPaid ||= isOfPeriod(invoice) && !isPaidByCredit(invoice);
      // Stripe gives credit for unpaid periods too, and the rest of such a credit pays for later periods.
      if (isPaidByCredit(invoice)) {
        Object.assign(paymentStatus, { paidPeriodSince: 0, paidUntil: 0 });
      } else if (isOfPeriod(invoice)) {
        hasPeriod = true;
        paymentStatus.paidPeriodSince ||= invoice.created;
        paymentStatus.paidUntil ||= endOf(invoice) ?? 0;
      }
      hasCreditLeft ||= invoice.total < 0;
      isSettled = paymentStatus.reversal !== undefined || isPaidWithMoney(invoice);
    }
    if (isSettled && paymentStatus.lastPaid !== undefined) break;
  }
  const last = paymentStatus.lastPaid?.invoice;
  paymentStatus.paidEarlier = paid.filter(
    ({ id, amount_paid }) => amount_paid > 0 && id !== last?.id,
  );
  return paymentStatus;
}

/**
 * The paid invoices, the latest first. An older one may have been paid later, even after the subscription had ended.
 * Invoices that the operator made by hand are left out: they are for something else, so a refund of one locks nothing.
 */
async function listPaid(
  stripe: Stripe,
  { id, status }: Pick<Stripe.Subscription, "id" | "status">,
  latest: Stripe.Invoice | null,
): Promise<Stripe.Invoice[]> {
  const last = latest?.status === "paid" ? [latest] : [];
  if (status === "incomplete_expired") return last;
  const { data } = await stripe.invoices.list({
    subscription: id,
    status: "paid",
    limit: 100,
    expand: ["data.payments"],
  });
  const paid = [...last, ...data.filter((invoice) => invoice.id !== latest?.id)];
  return paid.filter((invoice) => !isManual(invoice));
}

/** Whether the operator made an invoice by hand. With a subscription it is for something else than a period of that. */
export function isManual({ billing_reason }: Stripe.Invoice): boolean {
  return billing_reason === "manual";
}

/**
 * Whether an invoice was paid after its period or the subscription had ended, so that the money unlocked nothing; this
 * can happen through the link in an older email.
 */
export function isPaidLate(
  { ended_at }: Pick<Stripe.Subscription, "ended_at">,
  invoice: Stripe.Invoice,
): boolean {
  if (unlocksBeforePayment(invoice)) return false;
  return [ended_at, endOf(invoice)].some((end) => end !== null && paidAt(invoice) > end);
}

/**
 * Whether an invoice unlocks its period before it is paid. This is so until it is due if the operator sends it, except
 * for a subscription's first invoice.
 */
export function unlocksBeforePayment({
  collection_method,
  billing_reason,
}: Stripe.Invoice): boolean {
  return collection_method === "send_invoice" && billing_reason !== "subscription_create";
}

/** When an invoice was paid, in seconds. */
export function paidAt({ status_transitions, created }: Stripe.Invoice): number {
  return status_transitions.paid_at ?? created;
}

/** The end of the last period that an invoice covers, in seconds; null if it covers none. */
function endOf(invoice: Stripe.Invoice): number | null {
  const periods = periodsOf(invoice);
  return periods.length === 0 ? null : Math.max(...periods.map(({ end }) => end));
}

function periodsOf({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem.Period[] {
  return lines.data.flatMap(({ parent, period }) =>
    parent?.subscription_item_details ? [period] : [],
  );
}

/** Of which plan the whole period is that an invoice covers; undefined if it covers only a part of one. */
export function periodKindOf(invoice: Stripe.Invoice): SubscriptionKind | undefined {
  if (!isOfPeriod(invoice)) return undefined;
  const isYear = periodsOf(invoice).some(({ start, end }) => end - start > 180 * daySeconds);
  return isYear ? "annual" : "monthly";
}

/** Whether an invoice is for a whole period, rather than for the rest of one after a change of plan. */
function isOfPeriod({ billing_reason, lines }: Stripe.Invoice): boolean {
  const isRegular =
    billing_reason === "subscription_create" || billing_reason === "subscription_cycle";
  // A change from a monthly to a yearly plan begins a new year.
  return (
    isRegular ||
    lines.data.some(({ parent }) => parent?.subscription_item_details?.proration === false)
  );
}

/** Whether money paid for most of a period, after discounts, or nothing had to be paid for it. */
function isPaidWithMoney(invoice: Stripe.Invoice): boolean {
  const money = invoice.amount_paid + (invoice.amount_paid_off_stripe ?? 0);
  return isOfPeriod(invoice) && 2 * money >= chargesOf(invoice);
}

/**
 * Whether most of an invoice was paid by the rest of an earlier period, rather than by money, the customer's balance or
 * a gift from the operator.
 */
function isPaidByCredit(invoice: Stripe.Invoice): boolean {
  const credits = invoice.lines.data.filter((line) => line.amount < 0 && isProration(line));
  return -2 * sum(credits.map(({ amount }) => amount)) > chargesOf(invoice);
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration ?? false;
}

/** The prices on an invoice after discounts, before credits for earlier periods and tax. */
function chargesOf({ lines }: Stripe.Invoice): number {
  const charged = lines.data.filter(({ amount }) => amount > 0);
  return sum(
    charged.map(
      ({ amount, discount_amounts }) =>
        amount - sum((discount_amounts ?? []).map((discount) => discount.amount)),
    ),
  );
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The payment of an invoice; if there are several, a refunded or disputed one first. */
async function readInvoicePayment(
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<PaymentReport | undefined> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, limit: 10 });
  const payments = await Promise.all(
    data.flatMap(({ payment }) =>
      payment.payment_intent === undefined
        ? []
        : [readPayment(stripe, idOf(payment.payment_intent))],
    ),
  );
  return payments.find(({ state }) => state !== "paid") ?? payments[0];
}
