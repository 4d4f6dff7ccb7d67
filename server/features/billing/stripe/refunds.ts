import type Stripe from "stripe";
import type { Logger } from "#server/system/log.ts";
import type { RefundOutcome } from "../provider.ts";
import { expanded, ifKnown, isMissing } from "./client.ts";
import { endSession } from "./end-session.ts";
import { voidInvoices } from "./invoices/void-invoices.ts";

/** Ends a checkout session and gives back everything that was paid with it. */
export async function refundCheckout(
  stripe: Stripe,
  sessionId: string,
  log: Logger,
): Promise<RefundOutcome> {
  await endSession(stripe, sessionId);
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent", "subscription"],
  });
  if (session.status !== "complete") return "nothing paid";
  const single = expanded(session.payment_intent);
  const subscription = expanded(session.subscription);
  if (subscription !== null) {
    // The subscription is ended first, so that nothing is paid after the payments have been listed.
    await cancel(stripe, subscription);
    await voidInvoices(stripe, { subscription: subscription.id }, log);
  }
  const payments = [
    ...(single === null ? [] : [single]),
    ...(subscription === null ? [] : await listPayments(stripe, subscription.id)),
  ];
  return refundAll(stripe, payments);
}

/** Ends a subscription and gives back what was paid for it since an instant. */
export async function refundSubscription(
  stripe: Stripe,
  id: string,
  since: Date,
  log: Logger,
): Promise<RefundOutcome> {
  const subscription = await ifKnown(stripe.subscriptions.retrieve(id));
  if (subscription === undefined) return "nothing paid";
  // The subscription is ended first, so that nothing is paid after the payments have been listed.
  await cancel(stripe, subscription);
  await voidInvoices(stripe, { subscription: id }, log);
  // Stripe's times are in whole seconds.
  const from = Math.floor(since.getTime() / 1000);
  const payments = await listPayments(stripe, id, from);
  return refundAll(
    stripe,
    payments.filter((payment) => paidAt(payment) >= from),
  );
}

/** When a payment was made. If it was refused at first, it may have been charged later than it was created. */
function paidAt({ latest_charge, created }: Stripe.PaymentIntent): number {
  return expanded(latest_charge)?.created ?? created;
}

async function refundAll(
  stripe: Stripe,
  payments: readonly Stripe.PaymentIntent[],
): Promise<RefundOutcome> {
  const outcomes: RefundOutcome[] = [];
  for (const payment of payments) outcomes.push(await refund(stripe, payment));
  const inOrder = ["pending", "not refundable", "refunded"] as const;
  return inOrder.find((outcome) => outcomes.includes(outcome)) ?? "nothing paid";
}

/**
 * The payments of a subscription's invoices, including unfinished ones; without invoices that were paid before `from`,
 * in seconds.
 */
async function listPayments(
  stripe: Stripe,
  subscriptionId: string,
  from = 0,
): Promise<Stripe.PaymentIntent[]> {
  const payments: Stripe.PaymentIntent[] = [];
  const expand = ["data.payment.payment_intent.latest_charge"];
  const invoices = stripe.invoices.list({ subscription: subscriptionId });
  for await (const { id, status_transitions } of invoices) {
    if (status_transitions.paid_at !== null && status_transitions.paid_at < from) continue;
    for await (const { payment } of stripe.invoicePayments.list({ invoice: id, expand })) {
      const intent = expanded(payment.payment_intent);
      if (intent !== null) payments.push(intent);
    }
  }
  return payments;
}

/** Cancels a subscription at once, and without an invoice for the rest of the period. */
async function cancel(stripe: Stripe, { id, status }: Stripe.Subscription): Promise<void> {
  if (status === "canceled" || status === "incomplete_expired") return;
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    // The subscription has ended in between, for example with its customer.
    if (!isMissing(error)) throw error;
  }
}

/**
 * Refunds what is left of a payment. This needs no idempotency key of our own: what is refunded cannot be refunded
 * again.
 */
async function refund(
  stripe: Stripe,
  { id, status }: Pick<Stripe.PaymentIntent, "id" | "status">,
): Promise<RefundOutcome> {
  // A payment that its buyer has yet to make at a shop or a bank, by voucher or transfer, can still be made.
  if (status === "processing" || status === "requires_action") return "pending";
  if (status !== "succeeded") return "nothing paid";
  try {
    await stripe.refunds.create({ payment_intent: id });
    return "refunded";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // It was refunded by hand, or by a process that ended before it received the response.
    if (code === "charge_already_refunded") return "refunded";
    if (code === "charge_disputed") return "not refundable";
    throw error;
  }
}
