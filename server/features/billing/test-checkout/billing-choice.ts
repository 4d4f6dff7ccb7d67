import { defineBillingChoice } from "../billing-choices.ts";
import type { OpenPayments } from "../provider.ts";
import { testPageRoutes } from "./pages.ts";
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
});
