import type Stripe from "stripe";
import type { Logger } from "#server/system/log.ts";
import type { RefundOutcome } from "../provider.ts";
import { expanded, ifKnown, isMissing } from "./client.ts";
import { endSession } from "./end-session.ts";
import { voidInvoices } from "./void-invoices.ts";

/** Ends a checkout session, and gives back all that was paid by it. */
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
    // First, so that nothing is paid after the payments have been listed.
    await cancel(stripe, subscription);
    await voidInvoices(stripe, { subscription: subscription.id }, log);
  }
  const payments = [
    ...(single === null ? [] : [single]),
    ...(subscription === null ? [] : await listPayments(stripe, subscription.id)),
  ];
  return refundAll(stripe, payments);
}

/** Ends a subscription, and gives back what was paid for it since an instant. */
export async function refundSubscription(
  stripe: Stripe,
  id: string,
  since: Date,
  log: Logger,
): Promise<RefundOutcome> {
  const subscription = await ifKnown(stripe.subscriptions.retrieve(id));
  if (subscription === undefined) return "nothing paid";
  // First, so that nothing is paid after the payments have been listed.
  await cancel(stripe, subscription);
  await voidInvoices(stripe, { subscription: id }, log);
  // Stripe counts in seconds.
  const from = Math.floor(since.getTime() / 1000);
  const payments = await listPayments(stripe, id, from);
  return refundAll(
    stripe,
    payments.filter((payment) => paidAt(payment) >= from),
  );
}

/** A payment that was refused at first may have been charged later. */
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

/** What its invoices were, or are being, paid with; since then only, in seconds. */
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

/** At once, and without an invoice for what is left. */
async function cancel(stripe: Stripe, { id, status }: Stripe.Subscription): Promise<void> {
  if (status === "canceled" || status === "incomplete_expired") return;
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    // The subscription has ended in between, for example with its customer.
    if (!isMissing(error)) throw error;
  }
}

/** All that is left of a payment. No key of our own: what is refunded cannot be refunded again. */
async function refund(
  stripe: Stripe,
  { id, status }: Pick<Stripe.PaymentIntent, "id" | "status">,
): Promise<RefundOutcome> {
  // A voucher, or a transfer, that its buyer has yet to pay at a shop or a bank, can still be paid.
  if (status === "processing" || status === "requires_action") return "pending";
  if (status !== "succeeded") return "nothing paid";
  try {
    await stripe.refunds.create({ payment_intent: id });
    return "refunded";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // It was refunded by hand, or by a process that ended before the answer came.
    if (code === "charge_already_refunded") return "refunded";
    if (code === "charge_disputed") return "not refundable";
    throw error;
  }
}
