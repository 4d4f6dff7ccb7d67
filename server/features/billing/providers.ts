import type { BillingChoice } from "#server/billing-choices.ts";
import type { OpenPayments } from "./provider.ts";
import { stripe_billing } from "./provider-stripe.ts";
import { test_billing } from "./provider-test.ts";

/**
 * Who may take money: what BILLING may be besides `off`. A further provider is a file that says all there is to know of
 * it (its name, its settings, how it is opened), and its line here.
 */
export const payment_providers: readonly BillingChoice<OpenPayments>[] = [
  stripe_billing,
  test_billing,
];
