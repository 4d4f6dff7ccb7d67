import { expect, test } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";

const { app, stripe, open, buy, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;

test("a subscription that Stripe seemed not to know counts again, also of a customer who was replaced", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "annual");
  const id = session.subscription ?? "";
  // The subscription's customer is not the owner's present one, so the subscription is in no list.
  await app.db
    .updateTable("billing_customers")
    .set({ provider_id: `cus_${crypto.randomUUID()}` })
    .where("user_id", "=", owner.user_id)
    .execute();
  const subscription = stripe.forgetSubscription(id);
  await reconcile();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  app.clock.advance({ days: 34 });
  stripe.restoreSubscription(subscription);
  await reconcile();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);

  const countAsked = () =>
    stripe.asked.filter((asked) => asked === `GET /v1/subscriptions/${id}`).length;
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  app.clock.advance({ days: 34 });
  await reconcile();
  const before = countAsked();
  app.clock.advance({ days: 2 });
  await reconcile();
  expect(countAsked(), "after 35 days").toBe(before);
});

test("a checkout that Stripe seemed not to know, and that was paid, counts", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "single");
  stripe.pay(session.id);
  stripe.takeEvents();
  stripe.forgetSession(session.id);
  app.clock.advance({ hours: 3 });
  await reconcile();
  expect((await purchases.read(owner)).credits_count).toBe(0);
  stripe.restoreSession(session);
  await reconcile();
  expect((await purchases.read(owner)).credits_count).toBe(1);
});
