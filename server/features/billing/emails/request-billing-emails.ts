import { findOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import type { BillingDeps } from "../billing-deps.ts";
import type { CustomerKey } from "../customers/customer-queries.ts";

export type BillingMailDeps = Pick<BillingDeps, "jobs" | "clock"> & {
  config: Pick<BillingDeps["config"], "billingReceipts" | "onLoopback">;
};

/**
 * Requests the email about an invoice that could not be charged: once for each, however often it is reported.
 */
export function requestPaymentFailedMail(
  tx: Tx,
  deps: BillingMailDeps,
  customer: CustomerKey,
  unpaidId: string,
): Promise<void> {
  return requestBillingMail(tx, deps, customer, "billing_payment_failed", unpaidId);
}

/**
 * Requests the receipt of a payment that has just become known; does nothing if the provider sends receipts.
 * @param paymentId the id of a purchase, or the id under which a subscription's payment is stored
 */
export async function requestReceiptMail(
  tx: Tx,
  deps: BillingMailDeps,
  customer: CustomerKey,
  paymentId: string,
): Promise<void> {
  if (!deps.config.billingReceipts) return;
  await requestBillingMail(tx, deps, customer, "billing_receipt", paymentId);
}

/** The id of the invoice or payment that an email is about. */
export function readSubjectId({ intent }: { intent: string }): string {
  return intent.slice(intent.indexOf(" ") + 1);
}

async function requestBillingMail(
  tx: Tx,
  { jobs, clock, config }: BillingMailDeps,
  { user_id }: CustomerKey,
  kind: "billing_payment_failed" | "billing_receipt",
  subjectId: string,
): Promise<void> {
  const owner = await findOwner(tx, user_id);
  if (owner === undefined) return;
  await requestMail(tx, jobs, {
    kind,
    intent: `${kind} ${subjectId}`,
    user_id,
    to_address: owner.email,
    requested_at: clock.now(),
    held: !config.onLoopback && owner.email_proven_at === null,
  });
}
