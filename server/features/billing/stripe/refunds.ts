import type Stripe from "stripe";
import type { RefundOutcome } from "../provider.ts";
import { endSession, expanded, ifKnown, isMissing, listInvoicePayments } from "./client.ts";

/** Ends a checkout session and gives back everything that was paid with it. */
export async function refundCheckout(stripe: Stripe, sessionId: string): Promise<RefundOutcome> {
  await endSession(stripe, sessionId);
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent", "subscription"],
  });
  const subscription = expanded(session.subscription);
  if (subscription !== null) return refundSubscription(stripe, subscription.id, new Date(0));
  const payment = expanded(session.payment_intent);
  return payment === null ? "nothing paid" : refund(stripe, payment);
}

/** Ends a subscription and gives back what was paid for it since an instant. */
export async function refundSubscription(
  stripe: Stripe,
  id: string,
  since: Date,
): Promise<RefundOutcome> {
  // The subscription is ended first, so that nothing is paid after the payments have been listed.
  await endSubscription(stripe, id);
  await voidInvoices(stripe, { subscription: id });
  // Stripe's times are in whole seconds.
  const from = Math.floor(since.getTime() / 1000);
  const outcomes: RefundOutcome[] = [];
  for await (const invoice of stripe.invoices.list({ subscription: id })) {
    const { paid_at } = invoice.status_transitions;
    if (paid_at !== null && paid_at < from) continue;
    for (const payment of await listInvoicePayments(stripe, invoice.id)) {
      outcomes.push(await refund(stripe, payment));
    }
  }
  const inOrder = ["not refundable", "refunded"] as const;
  return inOrder.find((outcome) => outcomes.includes(outcome)) ?? "nothing paid";
}

/** Cancels a subscription at once, and without an invoice for the rest of the period. */
export async function endSubscription(stripe: Stripe, id: string): Promise<void> {
  const subscription = await ifKnown(stripe.subscriptions.retrieve(id));
  if (subscription === undefined) return;
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") return;
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    // The subscription has ended in between, for example with its customer.
    if (!isMissing(error)) throw error;
  }
}

/**
 * Voids the invoices that can still be paid, for example through the link in an older email. Stripe stops charging for
 * them when a subscription ends, but still accepts payments for them, even for those that it has given up collecting.
 */
export async function voidInvoices(
  stripe: Stripe,
  of: { subscription: string } | { customer: string },
): Promise<void> {
  for (const status of ["open", "uncollectible"] as const) {
    for await (const { id } of stripe.invoices.list({ ...of, status, limit: 100 })) {
      await stripe.invoices.voidInvoice(id);
    }
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
  if (status === "processing") throw new Error("The payment is under way: it is refunded later.");
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
