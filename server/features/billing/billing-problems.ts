import { minuteMs } from "#contract/values/durations.ts";
import type { ProviderName } from "#server/db/billing-tables.ts";
import type { Db } from "#server/db/tables.ts";
import type { BillingDeps } from "./billing-deps.ts";
import type { PaymentProvider } from "./provider.ts";
import { countRenewingSubscriptions, countSubscriptionsElsewhere } from "./subscription-queries.ts";

const stateKnownMs = minuteMs;

/**
 * Returns a sentence for each thing that the operator has to correct at the payment provider, or in the settings for
 * it.
 */
export async function listBillingProblems(
  deps: Pick<BillingDeps, "db" | "payments">,
): Promise<string[]> {
  const { db, payments } = deps;
  const stillCharged = await describeStillCharged(db, payments?.name);
  if (payments === undefined) return stillCharged;
  const elsewhere = (await countElsewhere(deps, payments)) ?? 0;
  return [
    ...stillCharged,
    ...(await payments.listCatalogueProblems()),
    ...(elsewhere === 0
      ? []
      : [
          `${elsewhere} subscriptions were bought in another account of the payment provider than the one whose key is set: they stay as they are, and nothing is known about them. Set the key of that account. If the account was changed on purpose, see docs/operating/payments.md.`,
        ]),
  ];
}

/** The provider that takes real money. */
const liveProvider = "stripe";

/**
 * A sentence if subscriptions go on being charged although this server does not sell them.
 * @param provider the name of the provider of what is sold here; undefined, or "off", if nothing is sold
 */
export async function describeStillCharged(
  db: Db,
  provider: ProviderName | undefined,
): Promise<string[]> {
  if (provider === liveProvider) return [];
  const count = await countRenewingSubscriptions(db, liveProvider);
  if (count === 0) return [];
  return [
    `Stripe goes on charging for ${count} ${count === 1 ? "subscription" : "subscriptions"} that this server knows but does not use, and the buyers cannot cancel from Settings: set BILLING=stripe and a live key again, or end the subscriptions in Stripe's dashboard and then here (docs/operating/payments.md). If this is a copy of another server's data, nothing has to be done.`,
  ];
}

/** Reports the billing problems to the operator, in the log. It is not an error if the provider cannot be reached. */
export async function reportBillingProblems(
  deps: Pick<BillingDeps, "db" | "log" | "payments">,
): Promise<void> {
  const { log } = deps;
  try {
    for (const problem of await listBillingProblems(deps)) log.error(problem);
  } catch (error) {
    log.warn(
      { err: error },
      "the payment provider could not be asked about its prices and account",
    );
  }
}

/** Whether the key in the settings belongs to the account in which the subscriptions were bought. */
export type PaymentsState = "ok" | "other account" | "unknown";

/**
 * Returns a function that gives the latest known {@link PaymentsState} for a health check, and looks for it again at
 * most once a minute. The health check does not wait for the provider. Undefined if nothing is sold.
 */
export function createPaymentsCheck(
  deps: Pick<BillingDeps, "db" | "clock" | "payments">,
): (() => PaymentsState) | undefined {
  const { payments } = deps;
  if (payments === undefined) return undefined;
  let state: PaymentsState = "unknown";
  let askedAt: number | undefined;
  return () => {
    const now = deps.clock.now().getTime();
    if (askedAt === undefined || Math.abs(now - askedAt) >= stateKnownMs) {
      askedAt = now;
      void checkPayments(deps, payments).then((found) => {
        state = found;
      });
    }
    return state;
  };
}

async function checkPayments(
  deps: Pick<BillingDeps, "db">,
  payments: PaymentProvider,
): Promise<PaymentsState> {
  try {
    const elsewhere = await countElsewhere(deps, payments);
    if (elsewhere === undefined) return "unknown";
    return elsewhere === 0 ? "ok" : "other account";
  } catch {
    return "unknown";
  }
}

/** How many subscriptions were bought in another account; undefined if the key may not read its account. */
async function countElsewhere(
  { db }: Pick<BillingDeps, "db">,
  payments: PaymentProvider,
): Promise<number | undefined> {
  const accountId = await payments.readAccountId();
  return accountId === null ? undefined : countSubscriptionsElsewhere(db, payments.name, accountId);
}
