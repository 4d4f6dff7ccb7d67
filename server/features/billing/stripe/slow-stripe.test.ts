import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { startCheckout } from "#contract/billing/billing.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { countPatience, readError } from "#server/testing/test-purchases.ts";

const { app, stripe, open } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();

const listCustomers = (email: string) =>
  [...stripe.customers.values()].filter((customer) => customer.email === email);
const countAsked = (what: string) => stripe.asked.filter((asked) => asked === what).length;

test.each(["POST /v1/customers", "POST /v1/checkout/sessions"])(
  "an error of Stripe at a first purchase (%s) does not stop the next click",
  async (on) => {
    // Stripe repeats an error for each request with the same key, including the retries of its own library.
    stripe.fail(on, 500);
    const failed = await purchases.start(buyer, "monthly");
    expect(await readError(failed)).toEqual([503, "checkout_failed"]);
    expect((await open(buyer, "monthly")).session.status).toBe("open");
  },
);

test.each(["dropped before", "dropped after"] as const)(
  "a request whose answer is lost (%s) is repeated, and makes nothing twice",
  async (fault) => {
    const owner = await app.createOwner();
    stripe.fail("POST /v1/customers", fault);
    stripe.fail("POST /v1/checkout/sessions", fault);
    const { session } = await open(owner, "single");
    expect(listCustomers(owner.email)).toHaveLength(1);
    const sessions = [...stripe.sessions.values()];
    expect(sessions.filter(({ customer }) => customer === session.customer)).toHaveLength(1);
  },
);

/** Restores what is stored if a process ended after Stripe had created the customer and before the response came. */
async function forgetCustomer(owner: TestOwner): Promise<void> {
  await app.db
    .updateTable("billing_customers")
    .set({ provider_id: sql`null` })
    .where("user_id", "=", owner.user_id)
    .execute();
}

test("a click after a killed process and a change of address opens a checkout", async () => {
  const owner = await app.createOwner();
  const { checkout_id } = await open(owner, "monthly");
  await forgetCustomer(owner);
  await app.db
    .updateTable("billing_customers")
    .set({ asking_press: crypto.randomUUID(), asking_until: app.clock.now() })
    .where("user_id", "=", owner.user_id)
    .execute();
  await app.db
    .updateTable("checkouts")
    .set({ state: "requested", provider_id: sql`null`, url: sql`null` })
    .where("id", "=", checkout_id)
    .execute();
  const moved = `moved-${owner.email}`;
  await app.db
    .updateTable("auth.users")
    .set({ email: moved })
    .where("id", "=", owner.user_id)
    .execute();
  const { session } = await open(owner, "monthly");
  expect(session.status).toBe("open");
  expect(stripe.customers.get(session.customer)?.email).toBe(moved);
});

test("twenty first clicks at once while Stripe is slow open one checkout, and none fails", async () => {
  const owner = await app.createOwner();
  countPatience();
  const release = stripe.hold("POST /v1/customers");
  const before = countAsked("POST /v1/customers");
  const clicks = Array.from({ length: 20 }, () => purchases.start(owner, "monthly"));
  await expect.poll(() => countAsked("POST /v1/customers") - before).toBe(1);
  release();
  const answers = await Promise.all(clicks);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const opened = await Promise.all(
    answers.map(async (answer) => startCheckout.output.parse(await answer.json())),
  );
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
  expect(listCustomers(owner.email)).toHaveLength(1);
});

test("singles of two paralines clicked at once belong to one customer", async () => {
  const owner = await app.createOwner();
  const answered = async () => {
    const id = await app.circles.create(owner);
    await app.circles.answerAs(id, "ana");
    return id;
  };
  const circles = [await answered(), await answered()];
  const opened = await Promise.all(circles.map((id) => open(owner, "single", id)));
  expect(new Set(opened.map(({ session }) => session.customer)).size).toBe(1);
  expect(listCustomers(owner.email)).toHaveLength(1);
});

test("a click waits fifteen seconds at most, and the next one finds what it had started", async () => {
  const owner = await app.createOwner();
  const release = stripe.hold("POST /v1/checkout/sessions");
  const before = countAsked("POST /v1/checkout/sessions");
  const endWaiting = countPatience();
  const slow = purchases.start(owner, "annual");
  await expect.poll(() => countAsked("POST /v1/checkout/sessions") - before).toBe(1);
  endWaiting();
  expect(await readError(await slow)).toEqual([503, "checkout_slow"]);
  release();
  vi.restoreAllMocks();
  const { session } = await open(owner, "annual");
  const sessions = [...stripe.sessions.values()];
  expect(sessions.filter(({ customer }) => customer === session.customer)).toHaveLength(1);
});

test("a click on the portal waits fifteen seconds at most as well", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "monthly");
  stripe.pay(session.id);
  await purchases.refresh(owner);
  const release = stripe.hold("POST /v1/billing_portal/sessions");
  onTestFinished(release);
  const before = countAsked("POST /v1/billing_portal/sessions");
  const endWaiting = countPatience();
  const slow = app.as(owner, "POST", "/api/billing/portal", {});
  await expect.poll(() => countAsked("POST /v1/billing_portal/sessions") - before).toBe(1);
  endWaiting();
  expect(await readError(await slow)).toEqual([503, "portal_failed"]);
});

test("an erased account leaves no customer that a killed process had created at Stripe", async () => {
  const owner = await app.createOwner();
  await open(owner, "monthly");
  await forgetCustomer(owner);
  await app.as(owner, "DELETE", "/api/account", { email: owner.email });
  await app.work();
  expect(listCustomers(owner.email)).toEqual([]);
});

async function leaseUntil(owner: TestOwner): Promise<Date | null | undefined> {
  const row = await app.db
    .selectFrom("billing_customers")
    .where("user_id", "=", owner.user_id)
    .select("asking_until")
    .executeTakeFirst();
  return row?.asking_until;
}

test("a click keeps its right to ask Stripe while it waits, and loses it soon after its process was killed", async () => {
  const owner = await app.createOwner();
  const release = stripe.hold("POST /v1/checkout/sessions");
  const before = countAsked("POST /v1/checkout/sessions");
  const slow = purchases.start(owner, "annual");
  await expect.poll(() => countAsked("POST /v1/checkout/sessions") - before).toBe(1);
  const first = await leaseUntil(owner);
  expect(Number(first) - app.clock.now().getTime()).toBeLessThan(15_000);
  app.clock.advance({ seconds: 5 });
  await expect.poll(() => leaseUntil(owner), { timeout: 60_000 }).not.toEqual(first);
  release();
  expect((await slow).status).toBe(201);
  expect(await leaseUntil(owner)).toBeNull();

  await app.db
    .updateTable("billing_customers")
    .set({ asking_press: crypto.randomUUID(), asking_until: first ?? null })
    .where("user_id", "=", owner.user_id)
    .execute();
  app.clock.advance({ seconds: 15 });
  expect((await open(owner, "monthly")).session.status).toBe("open");
}, 120_000);
