import { type JobHandlers, UnrecoverableJobError } from "#server/jobs/jobs.ts";
import type { BillingDeps, EnabledBillingDeps } from "./billing-deps.ts";
import { expireObsoleteCheckouts } from "./checkout/expire-obsolete-checkouts.ts";
import { refundErasedCheckout, refundErasedSubscription } from "./customers/refund-erased.ts";
import { updateCustomerEmail } from "./customers/update-customer-email.ts";
import { handleEvent } from "./events/handle-event.ts";
import { reconcileAll, reconcileCustomer } from "./events/reconcile.ts";
import { restorePurchases } from "./events/restore-purchases.ts";

/** The billing feature's background jobs; they do nothing if everything is unlocked. */
export function billingJobs(
  deps: BillingDeps,
): Pick<
  JobHandlers,
  | "handle_billing_event"
  | "expire_obsolete_checkouts"
  | "reconcile_billing"
  | "reconcile_customer"
  | "restore_purchases"
  | "update_customer_email"
  | "close_customer"
  | "refund_erased_checkout"
  | "refund_erased_subscription"
> {
  const { payments } = deps;
  async function whenEnabled(work: (deps: EnabledBillingDeps) => Promise<void>): Promise<void> {
    if (payments !== undefined) await work({ ...deps, payments });
  }
  return {
    handle_billing_event: ({ event_id }) => whenEnabled((deps) => handleEvent(deps, event_id)),
    expire_obsolete_checkouts: ({ user_id }) =>
      whenEnabled((deps) => expireObsoleteCheckouts(deps, user_id)),
    reconcile_billing: () => whenEnabled(reconcileAll),
    reconcile_customer: ({ user_id }) => whenEnabled((deps) => reconcileCustomer(deps, user_id)),
    restore_purchases: ({ since }) =>
      whenEnabled((deps) => restorePurchases(deps, new Date(since))),
    update_customer_email: ({ user_id }) =>
      whenEnabled((deps) => updateCustomerEmail(deps, user_id)),
    refund_erased_checkout: (job) => refundErasedCheckout(deps, job),
    refund_erased_subscription: (job) => refundErasedSubscription(deps, job),
    async close_customer({ provider, customer_id, user_id = null }) {
      if (payments?.name === provider) {
        return payments.closeCustomer({ customer_id, user_id });
      }
      // As far as we know, nothing was bought there.
      if (customer_id === null) return;
      throw new UnrecoverableJobError(
        `This server no longer bills through ${provider}: delete customer ${customer_id} there.`,
      );
    },
  };
}
