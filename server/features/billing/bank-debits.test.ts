import { expect, it } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { errorOf } from "#server/testing/test-purchases.ts";

const { app, stripe, open, buy, reconcile, deliver, deliverAll } = useStripeApp();
const { purchases } = app;

/** A subscriber whose bank has been asked for the first payment. */
async function subscribeByDebit() {
  const owner = await app.createOwner();
  const { session } = await open(owner, "monthly");
  stripe.pay(session.id, { later: true });
  await deliverAll();
  return { owner, session, id: session.subscription ?? "" };
}

it("a subscription paid by a bank debit unlocks when the money has come, and not before", async () => {
  const { owner, session } = await subscribeByDebit();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: false,
    subscription: { status: "unpaid", pay_url: null },
  });
  for (const kind of ["monthly", "annual"] as const) {
    expect(await errorOf(await purchases.start(owner, kind))).toEqual([409, "checkout_pending"]);
  }
  await reconcile();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  stripe.settle(session.id, true);
  await deliverAll();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: true,
    subscription: { status: "active" },
  });
});

it("a payment on its way is named, with its paraline, until the money has come or has failed to come", async () => {
  const owner = await app.createOwner();
  const pending = async () => (await purchases.read(owner)).pending;
  const id = await app.circles.create(owner, { title: "The bakery question" });
  await app.circles.answerAs(id, "ana");
  const single = await open(owner, "single", id);
  expect(await pending()).toEqual([]);
  stripe.pay(single.session.id, { later: true });
  await deliverAll();
  const circle = { id, title: "The bakery question" };
  expect(await pending()).toMatchObject([{ kind: "single", circle }]);
  stripe.settle(single.session.id, true);
  await deliverAll();
  expect(await pending()).toEqual([]);
  const year = await open(owner, "annual", id);
  stripe.pay(year.session.id, { later: true });
  await deliverAll();
  expect(await pending()).toMatchObject([{ kind: "annual", circle: null }]);
  stripe.settle(year.session.id, false);
  await deliverAll();
  expect(await pending()).toEqual([]);
});

it("a payment that has come is not called on its way, although the event about its checkout is lost", async () => {
  const { owner, session } = await subscribeByDebit();
  expect((await purchases.read(owner)).pending).toHaveLength(1);
  stripe.settle(session.id, true);
  for (const event of stripe.takeEvents()) {
    if (event.type === "invoice.paid") await deliver(event);
  }
  await app.work();
  expect(await purchases.read(owner)).toMatchObject({ is_everything_unlocked: true, pending: [] });
});

it("a first bank debit that fails unlocks nothing, not even for the days after a failed renewal", async () => {
  const { owner, session, id } = await subscribeByDebit();
  stripe.settle(session.id, false);
  await deliverAll();
  const { is_everything_unlocked, subscription } = await purchases.read(owner);
  expect(is_everything_unlocked).toBe(false);
  expect(subscription).toMatchObject({ status: "unpaid", pay_url: expect.any(String) });
  expect(await errorOf(await purchases.start(owner, "annual"))).toEqual([
    409,
    "subscription_past_due",
  ]);
  // A change of plan that is paid for by its credit is not a payment.
  stripe.changePlan(id, "month", 0);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  await reconcile();
  expect((await purchases.start(owner, "annual")).status).toBe(201);
});

it("a renewal whose money is on its way keeps everything unlocked", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  stripe.renewByDebit(session.subscription ?? "");
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("two renewals with pending debits stay unlocked; one after a failed debit locks", async () => {
  const owner = await app.createOwner();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const { session } = await buy(owner, "monthly");
  const id = session.subscription ?? "";
  app.clock.advance({ days: 31 });
  stripe.renewByDebit(id);
  app.clock.advance({ days: 4 });
  stripe.renewByDebit(id);
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
  stripe.settle(session.id, false);
  // Stripe takes the subscription's status from its latest invoice.
  stripe.changeSubscription(id, { status: "active" });
  await deliverAll();
  expect(await isUnlocked()).toBe(false);
  stripe.settle(session.id, true);
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
});

it("a subscription that a promotion code made free for a month unlocks", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "monthly");
  stripe.pay(session.id, { free: true });
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("a first bank debit that failed and was then paid in another way unlocks, and once that has ended, another can be bought", async () => {
  const { owner, session, id } = await subscribeByDebit();
  stripe.settle(session.id, false);
  stripe.fixCard(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  expect(session.payment_status).toBe("unpaid");
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  expect((await purchases.start(owner, "annual")).status).toBe(201);
});

it("a click asks Stripe whether money that was on its way has failed to come", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "single");
  stripe.pay(session.id, { later: true });
  await deliverAll();
  expect(await errorOf(await purchases.start(owner, "single"))).toEqual([409, "checkout_pending"]);
  stripe.settle(session.id, false);
  stripe.takeEvents();
  expect((await open(owner, "single")).session.id).not.toBe(session.id);
});

it("a gift from the operator, which takes nothing from an earlier period, unlocks", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "monthly");
  stripe.pay(session.id);
  const id = session.subscription ?? "";
  stripe.changeSubscription(id, {
    invoice: {
      id: `in_${crypto.randomUUID()}`,
      status: "paid",
      amount: 0,
      payment_intent: null,
      created: 1,
      period_end: 2,
      lines: [{ amount: 1500 }, { amount: -1500 }],
    },
  });
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});
