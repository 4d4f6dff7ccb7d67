import { beforeEach, expect } from "vitest";
import { setUpStripe } from "#server/features/billing/stripe/catalogue.ts";
import { openStripe } from "#server/features/billing/stripe/client.ts";
import { type TestApp, useTestApp } from "./app.ts";
import {
  type StripeDouble,
  type StripeEvent,
  stripeKey,
  stripeWebhookSecret,
  useStripeDouble,
} from "./stripe-double.ts";

/** The app with Stripe as its provider, and Stripe's stand-in. */
interface StripeApp {
  app: TestApp;
  stripe: StripeDouble;
  /** Brings an event to the webhook. */
  deliver(event: StripeEvent): Promise<Response>;
  /** Brings every event that waits, each once and in order, and works them. */
  deliverAll(): Promise<void>;
}

/** Starts both for the tests of a file; before each test the account at Stripe is set up. */
export function useStripeApp(environment: Record<string, string> = {}): StripeApp {
  const stripe = useStripeDouble(() => app.clock);
  const app = useTestApp({
    environment: {
      BILLING: "stripe",
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      ...environment,
      // Known once the double listens.
      get STRIPE_API_URL() {
        return stripe.url;
      },
    },
  });

  beforeEach(async () => {
    await setUpStripe(await openStripe(stripeKey, stripe.url));
  });

  const deliver = (event: StripeEvent) =>
    app.request("/api/billing/webhook", stripe.request(event));
  return {
    app,
    stripe,
    deliver,
    async deliverAll() {
      for (const event of stripe.takeEvents()) expect((await deliver(event)).status).toBe(200);
      await app.work();
    },
  };
}
