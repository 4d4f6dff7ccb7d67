import type Stripe from "stripe";
import type { SubscriptionReport } from "../provider.ts";
import { expanded } from "./client.ts";

/** The last invoice of a subscription that Stripe could not charge; undefined where it is paid or cannot be. */
export async function readUnpaidInvoice(
  stripe: Stripe,
  { status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  givenUp: readonly Stripe.Invoice[],
): Promise<SubscriptionReport["unpaid"]> {
  const isOwed = (status === "past_due" || status === "unpaid") && latest?.status === "open";
  const isGivenUp = givenUp.some(({ id }) => id === latest?.id);
  if (latest === null || !(isOwed || isGivenUp)) return undefined;
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
