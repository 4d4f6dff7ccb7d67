import { expect, test, vi } from "vitest";
import { ownerOfRow } from "#server/access/owner.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { errorOf } from "#server/testing/test-purchases.ts";
import { createPaymentsCheck, listBillingProblems } from "../billing-problems.ts";
import { startCheckout } from "../checkout/start-checkout.ts";
import { reconcileCustomer } from "./reconcile.ts";

const { app, stripe, open, buy, deliverAll, reconcile, openPayments } = useStripeApp();
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

test("a subscription that was bought in another account stays as it was, and the operator is told", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  const id = session.subscription ?? "";
  // The three days of grace are over: the subscription unlocks nothing, but is still charged for in its own account.
  stripe.failRenewal(id);
  app.clock.advance({ days: 4 });
  await deliverAll();
  const error = vi.spyOn(app.deps.log, "error").mockImplementation(() => {});
  const goBack = stripe.switchAccount();
  const payments = await openPayments();
  const deps = { ...app.deps, payments };
  await reconcileCustomer(deps, owner.user_id);
  expect((await purchases.read(owner)).subscription?.status).toBe("unpaid");
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ subscription_id: id, account_id: "acct_double" }),
    expect.stringContaining("another account"),
  );
  expect(await listBillingProblems(deps)).toContainEqual(
    expect.stringMatching(/^\d+ subscriptions were bought in another account/),
  );
  const check = createPaymentsCheck(deps);
  await vi.waitFor(() => expect(check?.()).toBe("other account"));

  goBack();
  expect(await listBillingProblems(app.deps)).toEqual([]);
  stripe.fixCard(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

test("/readyz says whether the key belongs to the account that made the sales, and is ready all the same", async () => {
  const ready = async () => JSON.parse(await (await app.request("/readyz")).text());
  await expect.poll(ready).toMatchObject({ status: "ready", payments: "ok" });
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  await app.db
    .updateTable("subscriptions")
    .set({ account_id: "acct_other" })
    .where("provider_id", "=", session.subscription)
    .execute();
  app.clock.advance({ minutes: 2 });
  await expect.poll(ready).toMatchObject({ status: "ready", payments: "other account" });
  // A response of the right account corrects the stored account.
  await reconcile();
  app.clock.advance({ minutes: 2 });
  await expect.poll(ready).toMatchObject({ payments: "ok" });
});

test("where the key may not read its account, the customer who bought tells whether it is the same", async () => {
  const owner = await app.createOwner();
  stripe.fail("GET /v1/account", 403);
  const restricted = await openPayments();
  expect(await restricted.readAccountId()).toBeNull();
  const { session } = await buy(owner, "annual");
  const deps = { ...app.deps, payments: restricted };
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const goBack = stripe.switchAccount();
  vi.spyOn(app.deps.log, "error").mockImplementation(() => {});
  await reconcileCustomer(deps, owner.user_id).catch(() => {});
  expect(await isUnlocked()).toBe(true);
  goBack();
  // The key is that of the original account again, which has deleted both the customer and the subscription.
  stripe.removeCustomer(session.customer);
  stripe.forgetSubscription(session.subscription ?? "");
  await reconcileCustomer(deps, owner.user_id);
  expect(await isUnlocked()).toBe(false);
});

test("a purchase made with the other account's key in between does not end what was bought before", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "annual");
  const id = session.subscription ?? "";
  stripe.failRenewal(id);
  app.clock.advance({ days: 4 });
  await deliverAll();
  const goBack = stripe.switchAccount();
  const deps = { ...app.deps, payments: await openPayments() };
  vi.spyOn(app.deps.log, "error").mockImplementation(() => {});
  // The customer is unknown in the other account, so a new one is created there.
  await startCheckout(deps, ownerOfRow(owner), { kind: "single", circle_id: null });
  await reconcileCustomer(deps, owner.user_id);
  expect((await purchases.read(owner)).subscription?.status).toBe("unpaid");
  goBack();
  // The portal is opened for the customer who bought the subscription, not for the one who was created in between.
  expect(await purchases.portal(owner)).toBe(`https://billing.stripe.example/${session.customer}`);
  stripe.fixCard(id);
  stripe.takeEvents();
  await reconcile();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

test("a bank debit on its way is not sold again because its checkout seemed unknown for a day", async () => {
  const owner = await app.createOwner();
  const circleId = await app.circles.create(owner);
  await app.circles.answerAs(circleId, "ana");
  const { session } = await open(owner, "single", circleId);
  stripe.pay(session.id, { later: true });
  await deliverAll();
  const goBack = stripe.switchAccount();
  app.clock.advance({ days: 1 });
  await reconcile();
  goBack();
  const again = await purchases.start(owner, "single", circleId);
  expect(await errorOf(again)).toEqual([409, "checkout_pending"]);
  stripe.settle(session.id, true);
  await deliverAll();
  expect((await purchases.read(owner)).unlocked).toMatchObject([{ circle_id: circleId }]);
});

test("a bank debit on its way in another account does not keep the nightly job from what was paid in this one", async () => {
  const owner = await app.createOwner();
  const disputed = await buy(owner, "single");
  stripe.dispute(disputed.session.id, "needs_response");
  const circleId = await app.circles.create(owner);
  await app.circles.answerAs(circleId, "ana");
  const elsewhere = await open(owner, "single");
  stripe.pay(elsewhere.session.id, { later: true });
  await deliverAll();
  stripe.forgetSession(elsewhere.session.id);
  const { session } = await open(owner, "single", circleId);
  stripe.pay(session.id);
  stripe.dispute(disputed.session.id, "won");
  stripe.takeEvents();
  await reconcile();
  const { credits_count, unlocked } = await purchases.read(owner);
  expect([credits_count, unlocked]).toMatchObject([1, [{ circle_id: circleId }]]);
});

test.each([
  ["open", false],
  ["paid by a bank debit on its way", true],
])(
  "an unlock for any paraline whose payment page in the other account is %s does not keep singles from being sold",
  async (_, isPaid) => {
    const owner = await app.createOwner();
    const circleId = await app.circles.create(owner);
    await app.circles.answerAs(circleId, "ana");
    const { session } = await open(owner, "single");
    if (isPaid) stripe.pay(session.id, { later: true });
    await deliverAll();
    const goBack = stripe.switchAccount();
    const deps = { ...app.deps, payments: await openPayments() };
    const wanted = { kind: "single", circle_id: circleId } as const;
    await startCheckout(deps, ownerOfRow(owner), wanted);
    // While Stripe cannot be asked, nothing is known, and so nothing is sold.
    stripe.setUnavailable(true);
    await expect(startCheckout(deps, ownerOfRow(owner), wanted)).rejects.toThrow();
    goBack();
  },
);
