import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import type { BillingDeps } from "../billing-deps.ts";
import { findCheckoutOfPurchase } from "../checkout-queries.ts";
import { withinClick } from "../click-deadline.ts";
import type { PaymentProvider } from "../provider.ts";
import { findPaymentById } from "../subscription-queries.ts";
import type { CustomerKey } from "./customer-queries.ts";

/**
 * Returns the address of the invoice or receipt of one of an owner's payments. Stripe's addresses expire after a month or
 * a few, so the stored one may not work any more.
 * @throws DomainError billing_off, receipt_none, receipt_failed
 * Source: https://docs.stripe.com/invoicing/hosted-invoice-page
 */
export async function openReceipt(
  { db, log, payments }: BillingDeps,
  owner: OwnerId,
  receiptId: string,
): Promise<string> {
  if (payments === undefined) throw new DomainError("billing_off");
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  const bought = await findBought(db, key, receiptId);
  if (bought === undefined) throw new DomainError("receipt_none");
  let url: string | undefined;
  try {
    url = await withinClick("receipt_failed", () => payments.readReceiptUrl(bought));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ provider: payments.name, reason }, "a receipt could not be opened");
    throw new DomainError("receipt_failed", { cause: error });
  }
  if (url === undefined) throw new DomainError("receipt_none");
  return url;
}

/** What the provider knows a payment by; undefined if the owner made no such payment. */
async function findBought(
  db: Db,
  key: CustomerKey,
  id: string,
): Promise<Parameters<PaymentProvider["readReceiptUrl"]>[0] | undefined> {
  const checkout = (await findCheckoutOfPurchase(db, key, id))?.provider_id;
  if (checkout !== undefined && checkout !== null) return { checkout };
  const payment = await findPaymentById(db, key.user_id, id);
  return payment?.provider === key.provider ? { payment: id } : undefined;
}
