import type Stripe from "stripe";
import type { Logger } from "#server/system/log.ts";
import { isInvalidRequest, isNotAllowed } from "./client.ts";
import { unlocksUnpaid } from "./payment-status.ts";

/** Whose invoices: a subscription's, or those of all of a customer's subscriptions. */
type InvoicesOf = { subscription: string } | { customer: string };

/**
 * Voids the invoices of subscriptions that have ended and can still be paid, as by the link in an older email: Stripe stops
 * charging for them by itself, but takes money for them all the same, also for those that it gave up collecting. One that was
 * paid in between, or whose money is on its way, stays as it is.
 * @param keepsDebts leaves those that are for what was unlocked: it has been read
 * Source: https://docs.stripe.com/api/subscriptions/cancel and https://docs.stripe.com/invoicing/overview
 */
export async function voidInvoices(
  stripe: Stripe,
  of: InvoicesOf,
  log: Logger,
  { keepsDebts = false } = {},
): Promise<void> {
  for (const status of ["open", "uncollectible"] as const) {
    const list = stripe.invoices.list({ ...of, status, limit: 100 });
    for await (const invoice of list) {
      const { id, parent, billing_reason } = invoice;
      // Invoices that the operator made by hand, with a subscription or without, are not ours to void.
      const isByHand = parent?.type !== "subscription_details" || billing_reason === "manual";
      if (isByHand || (keepsDebts && unlocksUnpaid(invoice))) continue;
      await voidInvoice(stripe, id, log);
    }
  }
}

async function voidInvoice(stripe: Stripe, id: string, log: Logger): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(id);
  } catch (error) {
    if (isInvalidRequest(error)) return;
    if (!isNotAllowed(error)) throw error;
    log.error(
      { invoice: id },
      "Stripe refused to void an invoice that would unlock nothing: void it by hand, and give the key write access to Invoices",
    );
  }
}
