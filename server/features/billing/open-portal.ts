import { DomainError } from "#contract/errors.ts";
import { portalReturnPath } from "#contract/paths.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { type CustomerKey, findCustomer } from "./customer-queries.ts";
import { CustomerGoneError } from "./provider.ts";
import { hasHadSubscription } from "./subscription-queries.ts";

/**
 * Where a subscriber, present or past, manages their subscription at the provider.
 * @throws DomainError billing_off, portal_none, portal_failed
 */
export async function openPortal(
  { db, log, payments, config }: BillingDeps,
  owner: OwnerId,
): Promise<string> {
  if (payments === undefined) throw new DomainError("billing_off");
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  const customer = await findCustomer(db, key);
  if (!customer?.provider_id || !(await hasHadSubscription(db, key))) {
    throw new DomainError("portal_none");
  }
  try {
    return await payments.openPortal(
      customer.provider_id,
      `${config.publicUrl}${portalReturnPath}`,
    );
  } catch (error) {
    if (error instanceof CustomerGoneError) throw new DomainError("portal_none");
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ provider: payments.name, reason }, "the portal could not be opened");
    throw new DomainError("portal_failed", { cause: error });
  }
}
