import { dayMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { ParkedJobError } from "#server/jobs/jobs.ts";
import type { JobPayloads } from "#server/jobs/kinds.ts";
import type { BillingDeps } from "./billing-deps.ts";

/**
 * Ends a checkout whose buyer has erased the account, and gives back what was paid by it, for nobody has anything from it.
 * A payment that is on its way is asked about again each day. Doing it twice is harmless.
 */
export async function refundErasedCheckout(
  { db, jobs, clock, log, payments }: BillingDeps,
  job: JobPayloads["refund_erased_checkout"],
): Promise<void> {
  const { provider, checkout, until } = job;
  if (payments?.name !== provider) {
    throw new ParkedJobError(
      `Billing is not by ${provider} any more: see whether ${checkout} was paid there, and refund it. Its buyer's account was erased.`,
    );
  }
  const outcome = await payments.refundCheckout(checkout);
  switch (outcome) {
    case "refunded":
      log.warn({ provider, checkout }, "paid by a buyer whose account is erased: it was refunded");
      return;
    case "nothing paid":
      return;
    case "not refundable":
      log.error(
        { provider, checkout },
        "paid by a buyer whose account is erased, and disputed: it could not be refunded",
      );
      return;
    case "pending": {
      const tomorrow = new Date(clock.now().getTime() + dayMs);
      if (tomorrow > new Date(until)) {
        log.error(
          { provider, checkout },
          "a payment by a buyer whose account is erased is still on its way: refund it if it comes",
        );
        return;
      }
      await inTransaction(db, (tx) =>
        jobs.enqueue(tx, "refund_erased_checkout", job, { startAfter: tomorrow }),
      );
    }
  }
}
