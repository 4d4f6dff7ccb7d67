import type { ProviderName } from "#server/db/billing-tables.ts";
import type { Db } from "#server/db/tables.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { countRenewingSubscriptions } from "./subscription-queries.ts";

/**
 * Returns a sentence for each thing that the operator has to correct at the payment provider, or in the settings for
 * it.
 */
export async function listBillingProblems({
  db,
  payments,
}: Pick<BillingDeps, "db" | "payments">): Promise<string[]> {
  return [
    ...(await describeStillCharged(db, payments?.name)),
    ...((await payments?.listCatalogueProblems()) ?? []),
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
    log.warn({ err: error }, "the payment provider could not be asked about its prices");
  }
}
