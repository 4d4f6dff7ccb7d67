import type Stripe from "stripe";
import type { SubscriptionReport } from "../../provider.ts";
import { isManual } from "../payment-status.ts";
import { hasPayment } from "./invoice-payments.ts";
import { isNotFinalizable } from "./owed-invoices.ts";

/**
 * The latest invoice of a subscription that Stripe could not charge, or the latest one that is owed; undefined if it is
 * paid or cannot be paid.
 */
export async function readUnpaidInvoice(
  stripe: Stripe,
  { status }: Stripe.Subscription,
  latest: Stripe.Invoice | null,
  owed: readonly Stripe.Invoice[],
): Promise<SubscriptionReport["unpaid"]> {
  const isOverdue = status === "past_due" || status === "unpaid";
  const isOpen = isOverdue && latest?.status === "open" && !isManual(latest);
  const invoice = isOpen ? latest : owed[0];
  if (invoice === undefined) return undefined;
  return {
    id: invoice.id,
    cents: invoice.amount_due,
    url: invoice.hosted_invoice_url ?? null,
    // True if the buyer's bank wants the buyer to confirm the payment, rather than refusing it.
    needs_confirmation: await hasPayment(stripe, invoice.id, "requires_action"),
    needsOperator: isNotFinalizable(invoice),
  };
}
