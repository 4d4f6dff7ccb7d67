import { expect, it } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";

const { app, stripe, buy, reconcile, deliverAll } = useStripeApp();
const { purchases } = app;

it("an account erased while its checkout is being opened leaves no customer at Stripe", async () => {
  const owner = await app.createOwner();
  const { payments } = app.deps;
  if (payments === undefined) throw new Error("no payments");
  const { createCustomer } = payments;
  payments.createCustomer = async (about) => {
    const id = await createCustomer(about);
    await app.as(owner, "DELETE", "/api/account", { email: owner.email });
    return id;
  };
  await purchases.start(owner, "monthly");
  payments.createCustomer = createCustomer;
  await app.work();
  expect([...stripe.customers.values()].map(({ email }) => email)).not.toContain(owner.email);
});

async function subscribe() {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  return { owner, id: session.subscription ?? "" };
}

it.each<[string, (id: string) => void, "refunded" | "disputed"]>([
  ["refunded in full", (id) => stripe.refundSubscription(id), "refunded"],
  ["disputed", (id) => stripe.disputeSubscription(id, "needs_response"), "disputed"],
])(
  "a subscription whose latest payment is %s is cancelled at Stripe and locks, also if the event is lost",
  async (_, reverse, state) => {
    for (const isLost of [false, true]) {
      const { owner, id } = await subscribe();
      reverse(id);
      if (isLost) {
        stripe.takeEvents();
        await reconcile();
      } else await deliverAll();
      expect(stripe.subscriptions.get(id)?.status).toBe("canceled");
      expect(await purchases.read(owner)).toMatchObject({
        is_everything_unlocked: false,
        subscription: null,
        has_portal: true,
        receipts: [{ state }],
      });
      expect((await purchases.start(owner, "annual")).status, "another can be bought").toBe(201);
    }
  },
);

it("a subscription goes on after a part of its payment was refunded, its bank only asked, or an earlier payment was refunded", async () => {
  const { owner, id } = await subscribe();
  const [first] = stripe.listInvoices(id);
  stripe.refundPayment(first?.payment_intent ?? "", 700);
  stripe.disputeSubscription(id, "warning_needs_response");
  await deliverAll();
  stripe.renew(id);
  stripe.refundPayment(first?.payment_intent ?? "");
  await deliverAll();
  expect(stripe.subscriptions.get(id)?.status).toBe("active");
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("a cancellation after a refund that fails at Stripe is tried again", async () => {
  const { owner, id } = await subscribe();
  stripe.refundSubscription(id);
  // The library asks three times.
  for (let n = 0; n < 3; n += 1) stripe.fail(`DELETE /v1/subscriptions/${id}`, 500);
  await deliverAll();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: false,
    subscription: { status: "unpaid" },
  });
  await reconcile();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: false,
    subscription: null,
  });
});

it.each<[string, (id: string) => void]>([
  [
    "Stripe has given up to collect",
    (id) => {
      app.clock.advance({ days: 31 });
      stripe.failRenewal(id);
      stripe.changeSubscription(id, { status: "unpaid" });
    },
  ],
  ["is missing at the end of a trial", (id) => stripe.changeSubscription(id, { status: "paused" })],
])(
  "a subscription whose payment %s unlocks nothing, is still named, and no other is sold until it has ended",
  async (_, happens) => {
    const { owner, id } = await subscribe();
    happens(id);
    await deliverAll();
    expect(await purchases.read(owner)).toMatchObject({
      is_everything_unlocked: false,
      subscription: { kind: "monthly", status: "unpaid" },
      has_portal: true,
    });
    for (const kind of ["monthly", "annual"] as const) {
      expect(await readError(await purchases.start(owner, kind))).toEqual([
        409,
        "subscription_past_due",
      ]);
    }
    expect(
      (await purchases.start(owner, "single")).status,
      "one paraline can still be bought",
    ).toBe(201);

    stripe.changeSubscription(id, { status: "canceled" });
    await deliverAll();
    expect((await purchases.read(owner)).subscription).toBeNull();
    expect((await purchases.start(owner, "annual")).status).toBe(201);
  },
);

it("before another subscription is sold, Stripe is asked whether the former one is still active", async () => {
  const { owner, id } = await subscribe();
  stripe.changeSubscription(id, { cancel_at_period_end: true });
  await deliverAll();
  stripe.changeSubscription(id, { cancel_at_period_end: false });
  stripe.renew(id);
  stripe.takeEvents();
  app.clock.advance({ days: 32 });
  expect((await purchases.read(owner)).subscription).toBeNull();
  expect(await readError(await purchases.start(owner, "monthly"))).toEqual([
    409,
    "already_subscribed",
  ]);

  stripe.changeSubscription(id, { status: "unpaid" });
  await deliverAll();
  stripe.changeSubscription(id, { status: "canceled" });
  stripe.takeEvents();
  expect((await purchases.start(owner, "monthly")).status).toBe(201);
});

it("a subscription that was thought to have ended but is active ends the checkout of another", async () => {
  const { owner, id } = await subscribe();
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  const other = stripe.sessionAt((await purchases.open(owner, "annual")).url);
  stripe.changeSubscription(id, { status: "unpaid" });
  stripe.takeEvents();
  await reconcile();
  expect(other.status).toBe("expired");
});

it.each([
  ["blocked before it took anything", false, true],
  ["settled by giving the money back", true, false],
])("a dispute that was prevented, %s", async (_, isResolved, isUnlocked) => {
  const { owner, id } = await subscribe();
  stripe.disputeSubscription(id, "prevented", { isResolved });
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(isUnlocked);

  const single = await buy(await app.createOwner(), "single");
  stripe.dispute(single.session.id, "prevented", { isResolved });
  await deliverAll();
  const stored = await app.db
    .selectFrom("purchases")
    .where("checkout_id", "=", single.checkout_id)
    .select("state")
    .executeTakeFirst();
  expect(stored?.state).toBe(isUnlocked ? "paid" : "refunded");
});
