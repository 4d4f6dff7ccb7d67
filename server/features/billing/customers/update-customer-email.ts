import { findOwner } from "#server/access/profiles.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { findCustomer } from "./customer-queries.ts";

/**
 * Sends an owner's current address to the provider if they are its customer: the provider sends receipts and reminders
 * there.
 */
export async function updateCustomerEmail(
  { db, payments }: EnabledBillingDeps,
  userId: string,
): Promise<void> {
  const customer = await findCustomer(db, { user_id: userId, provider: payments.name });
  const owner = await findOwner(db, userId);
  if (!customer?.provider_id || owner === undefined) return;
  await payments.updateCustomer(customer.provider_id, { email: owner.email });
}
