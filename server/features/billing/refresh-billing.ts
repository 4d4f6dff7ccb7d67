import type { OwnerId } from "#server/access/owner.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { syncSubscriptionsAndOpenCheckouts } from "./events/reconcile.ts";
import { type OwnersBilling, readBilling } from "./read-billing.ts";

/**
 * Returns an owner's billing after asking the provider, or as it was known before if the provider cannot be reached.
 */
export async function refreshBilling(deps: BillingDeps, owner: OwnerId): Promise<OwnersBilling> {
  const { payments, log } = deps;
  if (payments !== undefined) {
    try {
      await syncSubscriptionsAndOpenCheckouts({ ...deps, payments }, owner);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ provider: payments.name, reason }, "what an owner has could not be asked for");
    }
  }
  return readBilling(deps, owner);
}
