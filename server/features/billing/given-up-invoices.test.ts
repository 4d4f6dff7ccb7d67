import { expect, it } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { errorOf } from "#server/testing/test-purchases.ts";

const { app, stripe, buy, reconcile, deliverAll } = useStripeApp();
const { purchases } = app;

async function subscribe() {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  return { owner, id: session.subscription ?? "" };
}

it("a renewal that nobody collects any more unlocks nothing, although Stripe calls the subscription active", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  await deliverAll();
  app.clock.advance({ days: 4 });
  stripe.giveUpInvoice(id);
  expect(stripe.subscriptions.get(id)?.status).toBe("active");
  await deliverAll();
  await reconcile();
  const invoice = stripe.subscriptions.get(id)?.invoice.id ?? "";
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: false,
    subscription: { status: "unpaid", pay_url: expect.stringContaining(invoice) },
  });
  expect(await errorOf(await purchases.start(owner, "annual"))).toEqual([
    409,
    "subscription_past_due",
  ]);
  stripe.payInvoice(invoice);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("the next renewal that fails does not begin the three days anew, and one that is paid unlocks", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  app.clock.advance({ days: 31 });
  stripe.giveUpInvoice(id);
  stripe.failRenewal(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  stripe.giveUpInvoice(id);
  stripe.renew(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("a subscription whose collection its operator has paused unlocks, and what was not collected meanwhile is not owed", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  stripe.giveUpInvoice(id, { isPaused: true });
  for (const isCollectionPaused of [true, false]) {
    stripe.changeSubscription(id, { isCollectionPaused });
    app.clock.advance({ days: 4 });
    await deliverAll();
    expect(await isUnlocked()).toBe(true);
  }
});
