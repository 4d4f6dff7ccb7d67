import { expect, it } from "vitest";
import { useTestDatabase } from "#server/testing/db.ts";
import { shopOf } from "#server/testing/shop.ts";
import { useStripeApp } from "#server/testing/stripe-app.ts";

const database = useTestDatabase();
const { app, stripe, deliverAll } = useStripeApp(database);
const shop = shopOf(app);

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
  await shop.start(owner, "monthly");
  payments.createCustomer = createCustomer;
  await app.work();
  expect([...stripe.customers.values()].map(({ email }) => email)).not.toContain(owner.email);
});

it.each([
  [
    "a change of price that a credit pays for",
    { interval: "month", amount: 900, status: "active" },
    { status: "paid", amount: 0 },
  ],
  ["a renewal that is not paid", { status: "past_due" }, { status: "open", amount: 900 }],
] as const)("what was taken back is not made up for by %s", async (_, changes, invoice) => {
  const owner = await app.createOwner();
  const isUnlocked = async () => (await shop.read(owner)).is_everything_unlocked;
  const session = stripe.sessionAt((await shop.open(owner, "annual")).url);
  stripe.pay(session.id);
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
  stripe.refundSubscription(session.subscription ?? "");
  await deliverAll();
  expect(await isUnlocked()).toBe(false);
  stripe.changeSubscription(session.subscription ?? "", {
    ...changes,
    invoice: {
      id: `in_${crypto.randomUUID()}`,
      payment_intent: null,
      created: Math.floor(app.clock.now().getTime() / 1000),
      ...invoice,
    },
  });
  await deliverAll();
  expect(await isUnlocked()).toBe(false);
});
