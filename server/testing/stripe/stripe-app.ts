import { beforeEach, expect } from "vitest";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { PaymentProvider } from "#server/features/billing/provider.ts";
import { stripeBilling } from "#server/features/billing/stripe/billing-choice.ts";
import { openStripe } from "#server/features/billing/stripe/client.ts";
import { setUpStripe } from "#server/features/billing/stripe/set-up/set-up-stripe-account.ts";
import { type TestApp, useTestApp } from "../app.ts";
import type { TestOwner } from "../owners.ts";
import {
  type StripeDouble,
  type StripeEvent,
  stripeKey,
  stripeWebhookSecret,
  useStripeDouble,
} from "./stripe-double.ts";
import type { SessionState } from "./stripe-states.ts";

type OpenedCheckout = { checkout_id: string; session: SessionState };

/** The app with Stripe as its provider, and the stand-in for Stripe. */
interface StripeApp {
  app: TestApp;
  stripe: StripeDouble;
  open(owner: TestOwner, kind: CheckoutKind, circleId?: string): Promise<OpenedCheckout>;
  /** The same, and pays, and delivers every event. */
  buy(owner: TestOwner, kind: CheckoutKind, circleId?: string): Promise<OpenedCheckout>;
  /** Compares everything with Stripe, as the nightly job does. */
  reconcile(): Promise<void>;
  /** Stripe opened once more, as by another process: one with the same database, or with another one. */
  openPayments(db?: Db): Promise<PaymentProvider>;
  /** The first event that waits; the others are lost. */
  takeEvent(): StripeEvent;
  /** Delivers an event to the webhook. */
  deliver(event: StripeEvent): Promise<Response>;
  /** Delivers every waiting event, each once and in order, and processes them. */
  deliverAll(): Promise<void>;
}

/**
 * Starts both for the tests of a file. Before each test the account at Stripe is set up, and the database is emptied, so
 * that a comparison with Stripe is not about the buyers of all earlier tests, too.
 */
export function useStripeApp(environment: Record<string, string> = {}): StripeApp {
  const stripe = useStripeDouble(() => app.clock);
  const settings = {
    BILLING: "stripe",
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    ...environment,
    // Known once the double listens.
    get STRIPE_API_URL() {
      return stripe.url;
    },
  };
  const app = useTestApp({ environment: settings, each: true });

  beforeEach(async () => {
    await setUpStripe(await openStripe(stripeKey, stripe.url));
  });

  const deliver = (event: StripeEvent) =>
    app.request("/api/billing/webhook", stripe.request(event));
  async function deliverAll() {
    for (const event of stripe.takeEvents()) expect((await deliver(event)).status).toBe(200);
    await app.work();
  }
  const open: StripeApp["open"] = async (owner, kind, circleId) => {
    const { checkout_id, url } = await app.purchases.open(owner, kind, circleId);
    return { checkout_id, session: stripe.sessionAt(url) };
  };
  return {
    app,
    stripe,
    open,
    async buy(owner, kind, circleId) {
      const opened = await open(owner, kind, circleId);
      stripe.pay(opened.session.id);
      await deliverAll();
      return opened;
    },
    async reconcile() {
      await inTransaction(app.db, (tx) => app.jobs.enqueue(tx, "reconcile_billing", {}));
      await app.work();
    },
    async openPayments(db = app.db) {
      const open = stripeBilling.configure(settings, (_, sentence) => expect.fail(sentence));
      if (open === undefined) throw new Error("Stripe's settings are complete.");
      return open({ ...app.deps, db });
    },
    takeEvent() {
      const [event] = stripe.takeEvents();
      if (event === undefined) throw new Error("Something should have happened.");
      return event;
    },
    deliver,
    deliverAll,
  };
}
