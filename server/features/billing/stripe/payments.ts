import type Stripe from "stripe";
import type { PaymentReport } from "../provider.ts";
import { expanded, idOf } from "./client.ts";

/** A dispute in one of these states has taken the money; in the other states it is an inquiry, or was won. */
const lostDisputes = new Set([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "lost",
]);

export async function readPayment(stripe: Stripe, paymentId: string): Promise<PaymentReport> {
  return reportPayment(
    stripe,
    await stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] }),
  );
}

/** Reports what became of a payment's money. The payment has to be expanded with its charge. */
export async function reportPayment(
  stripe: Stripe,
  payment: Stripe.PaymentIntent,
): Promise<PaymentReport> {
  const charge = expanded(payment.latest_charge);
  return {
    payment_id: payment.id,
    customer_id: payment.customer === null ? null : idOf(payment.customer),
    checkout_id: payment.metadata.checkout_id,
    state: charge?.refunded ? "refunded" : await disputedState(stripe, charge),
    receipt_url: charge?.receipt_url ?? null,
  };
}

async function disputedState(
  stripe: Stripe,
  charge: Stripe.Charge | null,
): Promise<PaymentReport["state"]> {
  if (!charge?.disputed) return "paid";
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 10 });
  if (data.some(({ status }) => lostDisputes.has(status))) return "disputed";
  return data.some(isResolvedByRefund) ? "refunded" : "paid";
}

/**
 * A prevented dispute either was blocked before it took anything, or was settled at once by giving the buyer the money
 * back, which is not a refund of the charge. Source: https://docs.stripe.com/disputes/prevention and
 * https://docs.stripe.com/api/disputes/object
 */
function isResolvedByRefund({
  status,
  balance_transactions,
  payment_method_details,
}: Stripe.Dispute): boolean {
  if (status !== "prevented") return false;
  const isResolution = payment_method_details?.card?.case_type === "resolution";
  return isResolution || balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;
}
