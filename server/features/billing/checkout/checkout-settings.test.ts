import { expect, test } from "vitest";
import { hourMs } from "#contract/values/durations.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { stripeKey, stripeWebhookSecret } from "#server/testing/stripe/stripe-double.ts";
import { stripeBilling } from "../stripe/billing-choice.ts";

const { app, stripe } = useStripeApp();
const { purchases } = app;

test.each(["single", "monthly", "annual"] as const)(
  "a checkout (%s) takes no promotion codes and adds no tax, unless its operator says so",
  async (kind) => {
    const buyer = await app.createOwner();
    expect(stripe.sessionAt((await purchases.open(buyer, kind)).url)).toMatchObject({
      allow_promotion_codes: false,
      automatic_tax: false,
    });
  },
);

test.each<[Record<string, string>, { codes: boolean; tax: boolean }]>([
  [
    { STRIPE_PROMOTION_CODES: "off", STRIPE_AUTOMATIC_TAX: "off" },
    { codes: false, tax: false },
  ],
  [{ STRIPE_PROMOTION_CODES: "on" }, { codes: true, tax: false }],
  [{ STRIPE_AUTOMATIC_TAX: "on" }, { codes: false, tax: true }],
])("promotion codes and automatic tax are turned on separately: %j", async (switches, expected) => {
  const openPayments = stripeBilling.configure(
    {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_URL: stripe.url,
      ...switches,
    },
    (_, sentence) => expect.fail(sentence),
  );
  const payments = await openPayments?.(app.deps);
  if (payments === undefined) throw new Error("Stripe could not be configured.");
  const { user_id, email } = await app.createOwner();
  const { provider_id } = await payments.startCheckout({
    checkout_id: crypto.randomUUID(),
    kind: "annual",
    user_id,
    customer_id: await payments.createCustomer({
      user_id,
      email,
      request_id: crypto.randomUUID(),
    }),
    circle_id: null,
    success_url: "https://paraline.example/",
    cancel_url: "https://paraline.example/",
    expires_at: new Date(app.clock.now().getTime() + hourMs),
  });
  expect(stripe.sessions.get(provider_id)).toMatchObject({
    allow_promotion_codes: expected.codes,
    automatic_tax: expected.tax,
    // A company needs its name and tax ID on the invoice whoever computes the tax.
    tax_id_collection: true,
  });
});
