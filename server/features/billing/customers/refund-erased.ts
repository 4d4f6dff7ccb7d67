import { dayMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { UnrecoverableJobError } from "#server/jobs/jobs.ts";
import type { JobPayloads } from "#server/jobs/kinds.ts";
import type { BillingDeps } from "../billing-deps.ts";
import type { PaymentProvider, RefundOutcome } from "../provider.ts";

/**
 * Ends a checkout whose buyer has erased the account, and refunds what was paid with it, because it unlocks nothing any
 * more. If the payment is on its way, the provider is asked again each day. Doing it twice is harmless.
 */
export function refundErasedCheckout(
  deps: BillingDeps,
  job: JobPayloads["refund_erased_checkout"],
): Promise<void> {
  const { checkout } = job;
  return refundErased(deps, job, {
    named: { checkout },
    refund: (payments) => payments.refundCheckout(checkout),
    askAgain: (tx, startAfter) =>
      deps.jobs.enqueue(tx, "refund_erased_checkout", job, { startAfter }),
  });
}

/**
 * Ends a subscription that an erased owner had bought earlier, and refunds what was charged for it since the erasure,
 * for example if it was just being renewed.
 */
export function refundErasedSubscription(
  deps: BillingDeps,
  job: JobPayloads["refund_erased_subscription"],
): Promise<void> {
  const { subscription, since } = job;
  return refundErased(deps, job, {
    named: { subscription },
    refund: (payments) => payments.refundSubscription(subscription, new Date(since)),
    askAgain: (tx, startAfter) =>
      deps.jobs.enqueue(tx, "refund_erased_subscription", job, { startAfter }),
  });
}

async function refundErased(
  { db, clock, log, payments }: BillingDeps,
  { provider, until }: { provider: string; until: string },
  {
    named,
    refund,
    askAgain,
  }: {
    /** What the log names it by. */
    named: Record<string, string>;
    refund(payments: PaymentProvider): Promise<RefundOutcome>;
    askAgain(tx: Tx, startAfter: Date): Promise<void>;
  },
): Promise<void> {
  if (payments?.name !== provider) {
    throw new UnrecoverableJobError(
      `This server no longer bills through ${provider}: check whether ${Object.values(named).join()} was paid there, and refund it. Its buyer's account was erased.`,
    );
  }
  switch (await refund(payments)) {
    case "refunded":
      log.warn({ provider, ...named }, "paid by a buyer whose account is erased: it was refunded");
      return;
    case "nothing paid":
      return;
    case "not refundable":
      log.error(
        { provider, ...named },
        "paid by a buyer whose account is erased, and disputed: it could not be refunded",
      );
      return;
    case "pending": {
      const tomorrow = new Date(clock.now().getTime() + dayMs);
      if (tomorrow > new Date(until)) {
        log.error(
          { provider, ...named },
          "a payment by a buyer whose account is erased is still on its way: refund it if it comes",
        );
        return;
      }
      await inTransaction(db, (tx) => askAgain(tx, tomorrow));
    }
  }
}
