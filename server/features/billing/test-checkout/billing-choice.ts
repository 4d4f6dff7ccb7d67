import { failed, passed } from "#server/system/check.ts";
import { defineBillingChoice } from "../billing-choices.ts";
import type { OpenPayments } from "../provider.ts";
import { testPageRoutes } from "./page.ts";
import { createTestProvider } from "./test-provider.ts";

export const testBilling = defineBillingChoice({
  name: "test",
  doc: "a built-in test checkout, marked as such, no money moves",
  settings: {},
  isBuiltIn: true,
  configure: (): OpenPayments => async (deps) => ({
    ...createTestProvider(deps),
    addPages: (app, webhookPath) => testPageRoutes(app, { ...deps, webhookPath }),
  }),
  listChecks: (_, { onLoopback }) => [
    {
      name: "payments",
      run: async () =>
        onLoopback
          ? passed("a built-in test checkout: no money moves")
          : failed(
              "BILLING is test, so everyone can unlock results without paying: set it to stripe, or to off.",
            ),
    },
  ],
});
