import { expect, onTestFinished, test } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { stripeKey } from "#server/testing/stripe/stripe-double.ts";
import { readError } from "#server/testing/test-purchases.ts";
import { openStripe } from "./client.ts";
import { setUpStripe } from "./set-up/set-up-stripe-account.ts";

const { app, stripe, open, buy, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();

function findPrice(lookupKey: string) {
  const price = [...stripe.prices.values()].find(({ lookup_key }) => lookup_key === lookupKey);
  if (price === undefined) throw new Error(`There is no ${lookupKey}.`);
  return price;
}

/** Moves a lookup key to a new price, as an operator may do at Stripe. */
async function replacePrice(lookupKey: string): Promise<string> {
  const { id } = findPrice(lookupKey);
  stripe.changePrice(id, { lookup_key: null });
  await setUpStripe(await openStripe(stripeKey, stripe.url));
  return id;
}

test("a price that was replaced at Stripe and is not active any more is followed at once", async () => {
  await open(buyer, "monthly");
  stripe.changePrice(await replacePrice("paraline_monthly"), { active: false });
  const { session } = await open(await app.createOwner(), "monthly");
  expect(session.price).toBe(findPrice("paraline_monthly").id);
});

test("a price that was replaced is sold for ten minutes at most", async () => {
  await open(buyer, "annual");
  await replacePrice("paraline_annual");
  app.clock.advance({ minutes: 11 });
  const { session } = await open(await app.createOwner(), "annual");
  expect(session.price).toBe(findPrice("paraline_annual").id);
});

test.each([
  ["amount", { unit_amount: 50 }],
  ["currency", { currency: "eur" }],
  ["interval", { interval: "year" }],
] as const)(
  "a price of another %s is not sold, and sold again once it is corrected",
  async (_, changes) => {
    const { id, unit_amount, currency, interval } = findPrice("paraline_monthly");
    await open(await app.createOwner(), "monthly");
    stripe.changePrice(id, changes);
    app.clock.advance({ minutes: 11 });
    expect(await readError(await purchases.start(buyer, "monthly"))).toEqual([
      503,
      "checkout_failed",
    ]);
    expect(await app.deps.payments?.listCatalogueProblems()).toEqual([
      expect.stringContaining(`${id}, the Stripe price for monthly, is`),
    ]);
    stripe.changePrice(id, { unit_amount, currency, interval });
    expect((await open(buyer, "monthly")).session.price).toBe(id);
  },
);

test("prices that could not be requested end no subscription, and are requested again", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  // Only the price that is sold now shows that this product is ours.
  const { id, product } = findPrice("paraline_monthly");
  stripe.changePrice(id, { product: "prod_mine" });
  onTestFinished(() => stripe.changePrice(id, { product }));
  app.clock.advance({ minutes: 11 });
  stripe.changeSubscription(session.subscription ?? "", { metadata: {}, product: "prod_mine" });
  await deliverAll();
  app.clock.advance({ minutes: 11 });
  // Stripe's library tries three times.
  for (const _ of [1, 2, 3]) stripe.fail("GET /v1/prices", 500);
  await purchases.refresh(owner);
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  await reconcile();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  expect((await open(await app.createOwner(), "annual")).session.status).toBe("open");
});

test("a subscription to something else in the same Stripe account unlocks nothing", async () => {
  const { session } = await buy(buyer, "single");
  stripe.addForeignSubscription(session.customer);
  await deliverAll();
  await reconcile();
  expect(await purchases.read(buyer)).toMatchObject({
    is_everything_unlocked: false,
    subscription: null,
  });
});

test("a subscription that was changed to something else in the same Stripe account unlocks nothing until it is changed back", async () => {
  const { session } = await buy(buyer, "monthly");
  const id = session.subscription ?? "";
  stripe.changeSubscription(id, { product: "prod_other", amount: 100 });
  await deliverAll();
  expect((await purchases.read(buyer)).is_everything_unlocked).toBe(false);
  stripe.changeSubscription(id, { product: findPrice("paraline_monthly").product });
  await deliverAll();
  expect((await purchases.read(buyer)).is_everything_unlocked).toBe(true);
});

test("a subscription stays what was sold when another product is sold now", async () => {
  const { session } = await buy(buyer, "monthly");
  const sold = stripe.subscriptions.get(session.subscription ?? "");
  const { metadata } = sold ?? {};
  expect(metadata).toMatchObject({ product: findPrice("paraline_monthly").product });
  stripe.changeSubscription(session.subscription ?? "", {
    product: "prod_mine",
    metadata: { ...metadata, product: "prod_mine" },
  });
  await deliverAll();
  expect((await purchases.read(buyer)).is_everything_unlocked).toBe(true);
});

test("a subscription that Stripe does not know any more counts as ended, and another can be bought", async () => {
  const { session } = await buy(buyer, "monthly");
  stripe.forgetSubscription(session.subscription ?? "");
  await reconcile();
  expect(await purchases.read(buyer)).toMatchObject({
    is_everything_unlocked: false,
    subscription: null,
  });
  await buy(buyer, "annual");
  expect((await purchases.read(buyer)).subscription?.kind).toBe("annual");
});

test("a checkout lives for an hour", async () => {
  const { session } = await open(buyer, "single");
  expect(session.expires_at * 1000).toBe(app.clock.now().getTime() + 3_600_000);
});

test("a checkout of a paraline that is deleted is ended", async () => {
  const title = "Should I move?";
  const id = await app.circles.create(buyer, { title });
  await app.circles.answerAs(id, "ana");
  const { session } = await open(buyer, "single", id);
  await app.as(buyer, "DELETE", `/api/circles/${id}`, { title });
  await app.work();
  expect(stripe.sessions.get(session.id)?.status).toBe("expired");
});

test.each([
  ["not JSON", "not JSON"],
  ["without its data", JSON.stringify({ id: "evt_1", object: "event", type: "invoice.paid" })],
  ["thin", JSON.stringify({ id: "evt_2", object: "v2.core.event", type: "v1.billing.meter" })],
])("an event that is signed and %s is refused with a sentence", async (_, payload) => {
  const response = await app.request("/api/billing/webhook", stripe.signed(payload));
  expect(await readError(response)).toEqual([400, "webhook_unreadable"]);
});

test("a buyer abroad pays what the pages say, also at a price that has their currency and where the account offers it", async () => {
  for (const { id } of stripe.prices.values()) {
    stripe.changePrice(id, { currency_options: { jpy: 90_000 } });
  }
  for (const [kind, amountTotal] of [
    ["single", 500],
    ["annual", 12_900],
  ] as const) {
    const { session } = await open(await app.createOwner(), kind);
    expect(session).toMatchObject({
      currency: "usd",
      amount_total: amountTotal,
      adaptive_pricing: false,
    });
  }
});
