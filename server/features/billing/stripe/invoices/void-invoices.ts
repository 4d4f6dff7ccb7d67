import type Stripe from "stripe";
import type { Logger } from "#server/system/log.ts";
import { isInvalidRequest, isNotAllowed } from "../client.ts";
import { unlocksBeforePayment } from "../payment-status.ts";

/** Whose invoices to void: those of a subscription, or those of all of a customer's subscriptions. */
type InvoicesOf = { subscription: string } | { customer: string };

/**
 * Voids the invoices of ended subscriptions that can still be paid, for example through the link in an older email.
 * Stripe stops charging for them by itself, but still accepts payments for them, even for those that it has given up
 * collecting. An invoice that was paid in between, or whose money is on its way, stays as it is.
 * @param keepsDebts leaves the invoices for periods that were unlocked before they were paid
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
      // Invoices that the operator made by hand, with or without a subscription, are not ours to void.
      const isManual = parent?.type !== "subscription_details" || billing_reason === "manual";
      if (isManual || (keepsDebts && unlocksBeforePayment(invoice))) continue;
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
