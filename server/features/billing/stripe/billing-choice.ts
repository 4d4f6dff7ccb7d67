import type { SettingsErrorReporter, SettingsValues } from "#server/config/settings.ts";
import { defineBillingChoice } from "../billing-choices.ts";
import type { OpenPayments } from "../provider.ts";
import { stripeChecks } from "./check-stripe-account.ts";
import { listOwnPrices, stripeSettings } from "./settings.ts";
import { createStripeProvider, type StripeSettings } from "./stripe-provider.ts";

export const stripeBilling = defineBillingChoice({
  name: "stripe",
  doc: "payments by Stripe",
  settings: stripeSettings,
  findMode,
  chosenBy: "STRIPE_SECRET_KEY",
  configure,
  listChecks: stripeChecks,
});

function configure(
  values: SettingsValues<typeof stripeSettings>,
  reportError: SettingsErrorReporter,
): OpenPayments | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined) {
    reportError(
      ["STRIPE_SECRET_KEY"],
      "STRIPE_SECRET_KEY is missing: needed because BILLING is stripe",
    );
    return undefined;
  }
  if (webhookSecret === undefined) {
    reportError(
      ["STRIPE_WEBHOOK_SECRET"],
      "STRIPE_WEBHOOK_SECRET is missing: needed because STRIPE_SECRET_KEY is set",
    );
    return undefined;
  }
  const stripe: StripeSettings = {
    name: findMode(values),
    secretKey,
    webhookSecret,
    prices: listOwnPrices(values),
    promotionCodes: values.STRIPE_PROMOTION_CODES,
    automatic_tax: values.STRIPE_AUTOMATIC_TAX,
    taxBehavior: values.STRIPE_TAX_BEHAVIOR,
    apiUrl: values.STRIPE_API_URL,
  };
  return (deps) => createStripeProvider(stripe, deps);
}

/**
 * Purchases in test mode do not count on a server that takes money, and purchases with money do not count in test mode.
 */
function findMode({ STRIPE_SECRET_KEY }: SettingsValues<typeof stripeSettings>): string {
  return STRIPE_SECRET_KEY?.includes("_test_") ? "stripe_test" : "stripe";
}
