import { expect, test } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";

const { app, stripe, open, buy, reconcile } = useStripeApp({
  STRIPE_PRICE_ANNUAL: "price_of_test_mode",
});
const { purchases } = app;
const buyer = app.useOwner();

test("a price of the operator that Stripe does not know stops only what it is for, and is named at the start", async () => {
  expect(await readError(await purchases.start(buyer, "annual"))).toEqual([503, "checkout_failed"]);
  expect(await app.deps.payments?.listCatalogueProblems()).toEqual([
    expect.stringMatching(/^price_of_test_mode, the Stripe price for annual, .*No such price/),
  ]);
  expect((await open(buyer, "single")).session.status).toBe("open");
  expect((await open(buyer, "monthly")).session.status).toBe("open");
});

test("a price of the operator that Stripe does not know does not prevent subscriptions from being read", async () => {
  const { session } = await buy(buyer, "monthly");
  stripe.changeSubscription(session.subscription ?? "", { metadata: {} });
  await reconcile();
  expect((await purchases.read(buyer)).is_everything_unlocked).toBe(true);
});
