import { minuteMs } from "#contract/values/durations.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { countSubscriptionsElsewhere } from "./subscription-queries.ts";

const stateKnownMs = minuteMs;

/** A sentence for each thing that the operator has to correct at the payment provider, or in the settings for it. */
export async function listBillingProblems(
  deps: Pick<BillingDeps, "db" | "payments">,
): Promise<string[]> {
  const { payments } = deps;
  if (payments === undefined) return [];
  const elsewhere = await countElsewhere(deps);
  return [
    ...(await payments.listCatalogueProblems()),
    ...(elsewhere === 0
      ? []
      : [
          `${elsewhere} subscriptions were bought in another account of the payment provider than the one whose key is set: they stay as they are, and nothing is known about them. Set the key of that account. If the account was changed on purpose, see docs/operating.md, "Another Stripe account".`,
        ]),
  ];
}

/** Whether the key in the settings is of the account in which the subscriptions were bought. */
export type PaymentsState = "ok" | "other account" | "unknown";

/**
 * The same for a health check: what was found last, looked for again once a minute. Nobody waits for the provider.
 * Undefined where nothing is sold.
 */
export function createPaymentsCheck(
  deps: Pick<BillingDeps, "db" | "clock" | "payments">,
): (() => PaymentsState) | undefined {
  if (deps.payments === undefined) return undefined;
  let state: PaymentsState = "unknown";
  let askedAt: number | undefined;
  return () => {
    const now = deps.clock.now().getTime();
    if (askedAt === undefined || Math.abs(now - askedAt) >= stateKnownMs) {
      askedAt = now;
      void checkPayments(deps).then((found) => {
        state = found;
      });
    }
    return state;
  };
}

async function checkPayments(deps: Pick<BillingDeps, "db" | "payments">): Promise<PaymentsState> {
  try {
    return (await countElsewhere(deps)) === 0 ? "ok" : "other account";
  } catch {
    return "unknown";
  }
}

async function countElsewhere({
  db,
  payments,
}: Pick<BillingDeps, "db" | "payments">): Promise<number> {
  const accountId = await payments?.readAccountId();
  if (payments === undefined || !accountId) return 0;
  return countSubscriptionsElsewhere(db, payments.name, accountId);
}
