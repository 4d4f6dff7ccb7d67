import { type JobHandlers, ParkedJobError } from "#server/jobs/jobs.ts";
import type { BillingDeps, SellingDeps } from "./billing-deps.ts";
import { endNeedlessCheckouts } from "./end-needless-checkouts.ts";
import { reconcileAll, reconcileCustomer } from "./reconcile.ts";
import { tellAddress } from "./tell-address.ts";
import { workEvent } from "./work-event.ts";

/** The billing feature's background jobs; none where everything is unlocked. */
export function billingJobs(
  deps: BillingDeps,
): Pick<
  JobHandlers,
  | "work_billing_event"
  | "end_needless_checkouts"
  | "reconcile_billing"
  | "reconcile_customer"
  | "tell_provider_address"
  | "close_customer"
> {
  const { payments } = deps;
  async function selling(work: (deps: SellingDeps) => Promise<void>): Promise<void> {
    if (payments !== undefined) await work({ ...deps, payments });
  }
  return {
    work_billing_event: ({ event_id }) => selling((deps) => workEvent(deps, event_id)),
    end_needless_checkouts: ({ user_id }) => selling((deps) => endNeedlessCheckouts(deps, user_id)),
    reconcile_billing: () => selling(reconcileAll),
    reconcile_customer: ({ user_id }) => selling((deps) => reconcileCustomer(deps, user_id)),
    tell_provider_address: ({ user_id }) => selling((deps) => tellAddress(deps, user_id)),
    async close_customer({ provider, customer_id }) {
      if (payments?.name === provider) return payments.closeCustomer(customer_id);
      throw new ParkedJobError(`Billing is not by ${provider} any more: end ${customer_id} there.`);
    },
  };
}
