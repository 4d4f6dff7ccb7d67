import { UnrecoverableJobError } from "#server/jobs/jobs.ts";
import type { JobPayloads } from "#server/jobs/kinds.ts";
import type { BillingDeps } from "../billing-deps.ts";
import type { PaymentProvider, RefundOutcome } from "../provider.ts";

/**
 * Ends a checkout whose buyer has erased the account, and refunds what was paid with it, because it unlocks nothing any
 * more. Doing it twice is harmless.
 */
export function refundErasedCheckout(
  deps: BillingDeps,
  { provider, checkout }: JobPayloads["refund_erased_checkout"],
): Promise<void> {
  return refundErased(deps, provider, { checkout }, (payments) =>
    payments.refundCheckout(checkout),
  );
}

/**
 * Ends a subscription that an erased owner had bought earlier, and refunds what was charged for it since the erasure,
 * for example if it was just being renewed.
 */
export function refundErasedSubscription(
  deps: BillingDeps,
  { provider, subscription, since }: JobPayloads["refund_erased_subscription"],
): Promise<void> {
  return refundErased(deps, provider, { subscription }, (payments) =>
    payments.refundSubscription(subscription, new Date(since)),
  );
}

/** @param named what the log names it by */
async function refundErased(
  { log, payments }: BillingDeps,
  provider: string,
  named: Record<string, string>,
  refund: (payments: PaymentProvider) => Promise<RefundOutcome>,
): Promise<void> {
  if (payments?.name !== provider) {
    throw new UnrecoverableJobError(
      `This server no longer bills through ${provider}: check whether ${Object.values(named).join()} was paid there, and refund it. Its buyer's account was erased.`,
    );
  }
  const outcome = await refund(payments);
  if (outcome === "refunded") {
    log.warn({ provider, ...named }, "paid by a buyer whose account is erased: it was refunded");
  } else if (outcome === "not refundable") {
    log.error(
      { provider, ...named },
      "paid by a buyer whose account is erased, and disputed: it could not be refunded",
    );
  }
}
