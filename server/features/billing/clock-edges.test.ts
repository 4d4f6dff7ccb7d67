import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { dayMs, hourMs } from "#contract/values/durations.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";

const { app, stripe, open, buy, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;

async function subscribe() {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  const id = session.subscription ?? "";
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const periodEnd = new Date((stripe.subscriptions.get(id)?.period_end ?? 0) * 1000);
  return { owner, id, isUnlocked, periodEnd };
}

const shift = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

test("a cancelled subscription unlocks to the last millisecond of its period, and another one can be bought in the next", async () => {
  const { owner, id, isUnlocked, periodEnd } = await subscribe();
  stripe.changeSubscription(id, { cancel_at_period_end: true });
  await deliverAll();
  app.clock.set(shift(periodEnd, -1));
  expect(await isUnlocked()).toBe(true);
  expect(await readError(await purchases.start(owner, "annual"))).toEqual([
    409,
    "already_subscribed",
  ]);
  app.clock.set(periodEnd);
  expect(await isUnlocked()).toBe(false);
  // Stripe has not ended the subscription yet, and its buyer resumes it there at the last moment. Then a second one
  // must be refused.
  stripe.changeSubscription(id, { cancel_at_period_end: false });
  stripe.takeEvents();
  expect((await purchases.start(owner, "annual")).status).toBe(409);
  stripe.changeSubscription(id, { status: "canceled" });
  stripe.takeEvents();
  // The event was lost, so only the nightly comparison finds the change.
  await reconcile();
  const { session } = await open(owner, "annual");
  stripe.pay(session.id);
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
});

test("a failed renewal unlocks to the last millisecond of its grace, whenever that is asked for", async () => {
  const { owner, id, isUnlocked, periodEnd } = await subscribe();
  app.clock.set(periodEnd);
  stripe.failRenewal(id);
  await deliverAll();
  const graceEnd = shift(periodEnd, limits.pastDueGraceDays * dayMs);
  app.clock.set(shift(graceEnd, -1));
  await reconcile();
  expect(await isUnlocked()).toBe(true);
  app.clock.set(graceEnd);
  await reconcile();
  expect(await isUnlocked()).toBe(false);
  expect(await readError(await purchases.start(owner, "monthly"))).toEqual([
    409,
    "subscription_past_due",
  ]);
});

test("a checkout can be paid to its last second, and not after it: then the next click opens another", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "single");
  app.clock.set(shift(new Date(session.expires_at * 1000), -1000));
  const again = await open(owner, "single");
  expect(again.session.id).toBe(session.id);
  app.clock.set(new Date(session.expires_at * 1000));
  const next = await open(owner, "single");
  expect(next.session.id).not.toBe(session.id);
  expect(stripe.pay(session.id)).toBe(false);
  expect(stripe.pay(next.session.id)).toBe(true);
  await deliverAll();
  expect((await purchases.read(owner)).credits_count).toBe(1);
});

test("a clock that is set back neither locks what is paid nor sells it again", async () => {
  const { owner, isUnlocked } = await subscribe();
  app.clock.set(shift(app.clock.now(), -5 * hourMs));
  expect(await isUnlocked()).toBe(true);
  expect(await readError(await purchases.start(owner, "annual"))).toEqual([
    409,
    "already_subscribed",
  ]);
  const other = await app.createOwner();
  const { session } = await open(other, "single");
  app.clock.set(shift(app.clock.now(), -25 * 60 * 1000));
  const again = await open(other, "single");
  expect(again.session.id).toBe(session.id);
});
