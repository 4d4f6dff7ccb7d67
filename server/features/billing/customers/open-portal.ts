import { DomainError } from "#contract/errors.ts";
import { portalReturnPath } from "#contract/paths.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import type { BillingDeps } from "../billing-deps.ts";
import { withinClick } from "../click-deadline.ts";
import { CustomerGoneError } from "../provider.ts";
import { hasPurchased } from "../purchase-queries.ts";
import { findLiveSubscription, hasHadSubscription } from "../subscription-queries.ts";
import { type CustomerKey, findCustomer } from "./customer-queries.ts";

/** Whether an owner has anything to see or manage at the provider: a subscription, or invoices of either kind. */
export async function hasPortal(db: Db, key: CustomerKey): Promise<boolean> {
  return (await findPortalCustomer(db, key)) !== undefined;
}

/** The owner's id at the provider; undefined if the owner bought nothing there. */
async function findPortalCustomer(db: Db, key: CustomerKey): Promise<string | undefined> {
  const customer = await findCustomer(db, key);
  if (!customer?.provider_id) return undefined;
  const hasBought = (await hasHadSubscription(db, key)) || (await hasPurchased(db, key));
  return hasBought ? customer.provider_id : undefined;
}

/**
 * Returns the address at which an owner who bought something finds their invoices, and manages their subscription,
 * payment methods and tax IDs.
 * @throws DomainError billing_off, portal_none, portal_failed
 */
export async function openPortal(
  { db, clock, log, payments, config }: BillingDeps,
  owner: OwnerId,
): Promise<string> {
  if (payments === undefined) throw new DomainError("billing_off");
  const key: CustomerKey = { user_id: owner, provider: payments.name };
  const customerId = await findPortalCustomer(db, key);
  if (customerId === undefined) throw new DomainError("portal_none");
  try {
    const live = await findLiveSubscription(db, key, clock.now());
    return await withinClick("portal_failed", () =>
      payments.openPortal({
        // A customer who was created again since the purchase could not cancel the subscription.
        customer_id: live?.customer_id ?? customerId,
        return_url: `${config.publicUrl}${portalReturnPath}`,
      }),
    );
  } catch (error) {
    if (error instanceof CustomerGoneError) throw new DomainError("portal_none");
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ provider: payments.name, reason }, "the portal could not be opened");
    throw new DomainError("portal_failed", { cause: error });
  }
}
