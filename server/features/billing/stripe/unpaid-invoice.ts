import type Stripe from "stripe";
import type { SubscriptionReport } from "../provider.ts";
import { expanded } from "./client.ts";

/** The last invoice of a subscription that Stripe could not charge; undefined where it is paid or no longer open. */
export async function readUnpaidInvoice(
  stripe: Stripe,
  { status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
): Promise<SubscriptionReport["unpaid"]> {
  const isUnpaid = status === "past_due" || status === "unpaid";
  if (!isUnpaid || latest?.status !== "open") return undefined;
  return {
    id: latest.id,
    cents: latest.amount_due,
    url: latest.hosted_invoice_url ?? null,
    needs_confirmation: await needsConfirmation(stripe, latest.id),
  };
}

/** Whether the buyer's bank wants them to confirm the payment, rather than refusing it. */
async function needsConfirmation(stripe: Stripe, invoiceId: string): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({
    invoice: invoiceId,
    limit: 10,
    expand: ["data.payment.payment_intent"],
  });
  return data.some(({ payment }) => expanded(payment.payment_intent)?.status === "requires_action");
}
