import { type BillingChoice, billingSettings } from "./billing-choices.ts";
import type { OpenPayments } from "./provider.ts";
import { stripeBilling } from "./stripe/billing-choice.ts";
import { testBilling } from "./test-checkout/billing-choice.ts";

/**
 * The payment providers that BILLING may name besides `off`. Another provider is one file that declares everything
 * about it (its name, its settings, how it is opened), and a line here.
 */
export const paymentProviders: readonly BillingChoice<OpenPayments>[] = [
  stripeBilling,
  testBilling,
];

export const paymentSettings = billingSettings(paymentProviders);
