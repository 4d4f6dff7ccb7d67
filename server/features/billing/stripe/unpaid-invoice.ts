import type Stripe from "stripe";
import type { SubscriptionReport } from "../provider.ts";
import { hasPayment } from "./invoice-payments.ts";

/** The last invoice of a subscription that Stripe could not charge; undefined where it is paid or cannot be. */
export async function readUnpaidInvoice(
  stripe: Stripe,
  { status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  owed: readonly Stripe.Invoice[],
): Promise<SubscriptionReport["unpaid"]> {
  const isOpen = (status === "past_due" || status === "unpaid") && latest?.status === "open";
  const isOwed = owed.some(({ id }) => id === latest?.id);
  if (latest === null || !(isOpen || isOwed)) return undefined;
  return {
    id: latest.id,
    cents: latest.amount_due,
    url: latest.hosted_invoice_url ?? null,
    // The buyer's bank wants them to confirm the payment, rather than refusing it.
    needs_confirmation: await hasPayment(stripe, latest.id, "requires_action"),
  };
}
