import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";
import { jobHandlers } from "#server/worker.ts";
import { reconcileEveryCustomer } from "./events/reconcile.ts";

const { app, stripe, open, buy } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();

/** Acts as if a backup had been restored that was made before these rows were stored. */
async function lose(owner: TestOwner, ...tables: LostTable[]): Promise<void> {
  for (const table of tables) {
    await app.db.deleteFrom(table).where("user_id", "=", owner.user_id).execute();
  }
}
type LostTable =
  | "billing_customers"
  | "billing_events"
  | "checkouts"
  | "purchases"
  | "subscriptions"
  | "subscription_payments";

async function createAnswered(owner: TestOwner): Promise<string> {
  const id = await app.circles.create(owner);
  await app.circles.answerAs(id, "ana");
  return id;
}

test("a subscription that a restored backup does not know is not sold again before the comparison has found it", async () => {
  await open(buyer, "single");
  await buy(buyer, "monthly");
  await lose(buyer, "subscriptions", "subscription_payments", "checkouts");
  expect((await purchases.read(buyer)).is_everything_unlocked).toBe(false);
  expect(await readError(await purchases.start(buyer, "annual"))).toEqual([
    409,
    "already_subscribed",
  ]);
  expect((await purchases.read(buyer)).subscription?.kind).toBe("monthly");
});

test("a single, or a circle that a forgotten subscription unlocks, is not sold again after a restore", async () => {
  const [single, other] = [await createAnswered(buyer), await createAnswered(buyer)];
  await buy(buyer, "single", single);
  await lose(buyer, "purchases", "checkouts");
  expect(await readError(await purchases.start(buyer, "single", single))).toEqual([
    409,
    "already_unlocked",
  ]);
  await buy(buyer, "monthly");
  await lose(buyer, "subscriptions", "subscription_payments");
  expect(await readError(await purchases.start(buyer, "single", other))).toEqual([
    409,
    "already_subscribed",
  ]);
});

test("a single whose request was under way when the backup was made counts", async () => {
  const id = await createAnswered(buyer);
  const { checkout_id, session } = await open(buyer, "single", id);
  await app.db
    .updateTable("checkouts")
    .set({ state: "requested", provider_id: sql`null`, url: sql`null` })
    .where("id", "=", checkout_id)
    .execute();
  stripe.pay(session.id);
  stripe.takeEvents();
  await reconcileEveryCustomer(app.deps);
  await app.work();
  expect((await purchases.read(buyer)).unlocked).toMatchObject([{ circle_id: id }]);
});

test("a checkout that is open and that a restored backup does not know cannot be paid beside another", async () => {
  await buy(buyer, "single");
  const made = new Date(app.clock.now());
  const restore = async () => {
    await inTransaction(app.db, (tx) =>
      app.jobs.enqueue(tx, "restore_purchases", { since: made.toISOString() }),
    );
    await app.work();
  };
  const unknown = await open(buyer, "monthly");
  await lose(buyer, "checkouts");
  const other = await app.createOwner();
  const underWay = await open(other, "monthly");
  await app.db
    .updateTable("checkouts")
    .set({ state: "requested", provider_id: sql`null`, url: sql`null` })
    .where("id", "=", underWay.checkout_id)
    .execute();
  const known = await open(await app.createOwner(), "monthly");
  app.clock.advance({ minutes: 11 });
  await restore();
  const next = await open(buyer, "annual");
  const again = await open(other, "annual");
  await restore();
  const paid = [unknown, underWay, known, next, again].map(({ session }) => stripe.pay(session.id));
  expect(paid).toEqual([false, false, true, true, true]);
});

test("a first purchase that a restored backup does not know is found, although Stripe's key was wrong for a day", async () => {
  const owner = await app.createOwner();
  const made = new Date(app.clock.now());
  await buy(owner, "monthly");
  await lose(
    owner,
    "subscriptions",
    "subscription_payments",
    "checkouts",
    "billing_customers",
    "billing_events",
  );
  await inTransaction(app.db, (tx) =>
    app.jobs.enqueue(tx, "restore_purchases", { since: made.toISOString() }),
  );
  // Later tries are an hour apart.
  for (let tries = 0; tries < 30; tries += 1) stripe.fail("GET /v1/checkout/sessions", 403);
  await app.jobs.runDue(jobHandlers(app.deps), { early: true });
  stripe.forgetFaults();
  expect(await readError(await purchases.start(owner, "annual"))).toEqual([
    409,
    "already_subscribed",
  ]);
});

test("a single bought after an old backup counts although Stripe fails while it is being checked", async () => {
  const id = await createAnswered(buyer);
  const { session } = await buy(buyer, "single", id);
  await lose(buyer, "checkouts");
  app.clock.advance({ days: 40 });
  await reconcileEveryCustomer(app.deps);
  // Stripe's library tries three times.
  for (let tries = 0; tries < 3; tries += 1) {
    stripe.fail(`GET /v1/checkout/sessions/${session.id}`, 500);
  }
  await app.work();
  expect((await purchases.read(buyer)).unlocked).toEqual([]);
  app.clock.advance({ hours: 1 });
  await app.work();
  expect((await purchases.read(buyer)).unlocked).toMatchObject([{ circle_id: id }]);
});

test("the log names the customer of an account that is lost, for the operator to refund", async () => {
  const owner = await app.createOwner();
  const made = new Date(app.clock.now());
  const { session } = await buy(owner, "monthly");
  await app.db.deleteFrom("auth.users").where("id", "=", owner.user_id).execute();
  const error = vi.spyOn(app.deps.log, "error").mockImplementation(() => {});
  await inTransaction(app.db, (tx) =>
    app.jobs.enqueue(tx, "restore_purchases", { since: made.toISOString() }),
  );
  await app.work();
  expect(error.mock.calls).toContainEqual([
    { provider: "stripe_test", customer_id: session.customer },
    expect.stringContaining("cancel and refund"),
  ]);
  error.mockRestore();
});
