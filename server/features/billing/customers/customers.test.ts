import { describe, expect, test, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";

const { app, stripe, open, buy, takeEvent, deliver, deliverAll } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();
const sentEmails = app.emails;

const findCustomerEmail = (customerId: string) => stripe.customers.get(customerId)?.email;

describe("an owner's new address", () => {
  async function changeAddress(owner: TestOwner, email: string): Promise<void> {
    expect((await app.as(owner, "PUT", "/auth/v1/user", { email })).status).toBe(200);
    await app.work();
    for (const address of [email, owner.email]) {
      const [link] = (await sentEmails.to(address)).at(-1)?.text.match(/http\S+verify\S+/) ?? [];
      if (link === undefined) throw new Error(`No link came to ${address}.`);
      const { pathname, search } = new URL(link);
      // This is what the button on the link's page posts.
      const clicked = await app.request(pathname, {
        method: "POST",
        body: new URLSearchParams(search),
      });
      expect(clicked.status).toBe(303);
    }
  }

  test("is sent to Stripe, which sends receipts, once both addresses have confirmed", async () => {
    const { session } = await buy(buyer, "monthly");
    expect(findCustomerEmail(session.customer)).toBe(buyer.email);
    const email = `moved-${crypto.randomUUID()}@paraline.example`;
    await changeAddress(buyer, email);
    expect(findCustomerEmail(session.customer)).toBe(buyer.email);
    stripe.setUnavailable(true);
    await app.work();
    stripe.setUnavailable(false);
    app.clock.advance({ hours: 1 });
    await app.work();
    expect(findCustomerEmail(session.customer)).toBe(email);
  });

  test("causes no request if its owner never bought anything or was removed at Stripe", async () => {
    const stranger = await app.createOwner();
    const asked = stripe.asked.length;
    await changeAddress(stranger, `moved-${crypto.randomUUID()}@paraline.example`);
    await app.work();
    expect(stripe.asked.length).toBe(asked);
    const buyer = await app.createOwner();
    const { session } = await buy(buyer, "single");
    stripe.removeCustomer(session.customer);
    await changeAddress(buyer, `moved-${crypto.randomUUID()}@paraline.example`);
    await app.work();
    expect(await app.jobs.waiting("update_customer_email")).toEqual([]);
    expect(stripe.customers.has(session.customer)).toBe(false);
  });
});

describe("a customer who was removed in Stripe's dashboard", () => {
  test("is created again by the next checkout, once, and purchases stay", async () => {
    const id = await app.circles.create(buyer);
    await app.circles.answerAs(id, "ana");
    const { session: first } = await buy(buyer, "single", id);
    stripe.removeCustomer(first.customer);
    const before = stripe.customers.size;
    const [one, other] = await Promise.all([
      purchases.open(buyer, "annual"),
      purchases.open(buyer, "annual"),
    ]);
    expect(one).toEqual(other);
    expect(stripe.customers.size).toBe(before + 1);
    const session = stripe.sessionAt(one.url);
    expect(session.customer).not.toBe(first.customer);
    expect(findCustomerEmail(session.customer)).toBe(buyer.email);
    stripe.pay(session.id);
    await deliverAll();
    expect(await purchases.read(buyer)).toMatchObject({
      subscription: { kind: "annual" },
      unlocked: [{ circle_id: id }],
    });
    expect((await buy(await app.createOwner(), "single")).session.customer).not.toBe(
      session.customer,
    );
    stripe.refund(first.id);
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
  });

  test("loses their subscription, also when the event about its end arrives late or never", async () => {
    const buyer = await app.createOwner();
    const { session } = await buy(buyer, "monthly");
    stripe.removeCustomer(session.customer);
    const [end] = stripe.takeEvents();
    if (end === undefined) throw new Error("Something should have happened.");
    await purchases.refresh(buyer);
    expect((await purchases.read(buyer)).subscription).toBeNull();
    const again = await buy(buyer, "monthly");
    expect((await purchases.read(buyer)).subscription?.kind).toBe("monthly");
    expect((await deliver(end)).status).toBe(200);
    const kept = await app.db
      .selectFrom("billing_events")
      .where("id", "=", end.id)
      .select("user_id")
      .executeTakeFirstOrThrow();
    expect(kept.user_id).toBe(buyer.user_id);
    await app.work();
    expect((await purchases.read(buyer)).subscription?.kind).toBe("monthly");
    expect(again.session.customer).not.toBe(session.customer);
  });

  test.each(["single", "monthly"] as const)(
    "a removed customer gets a new checkout at the next click if the open one, of a %s, can no longer be paid",
    async (kind) => {
      const buyer = await app.createOwner();
      const { session: former } = await open(buyer, kind);
      stripe.removeCustomer(former.customer);
      const { session } = await open(buyer, kind);
      expect(session.customer).not.toBe(former.customer);
      expect(former.status).toBe("expired");
      expect(stripe.pay(session.id)).toBe(true);
      await deliverAll();
      expect(await purchases.read(buyer)).toMatchObject(
        kind === "single" ? { credits_count: 1 } : { is_everything_unlocked: true },
      );
    },
  );

  test("has no page for managing anything", async () => {
    const { session } = await buy(buyer, "monthly");
    stripe.removeCustomer(session.customer);
    await deliverAll();
    const refused = await app.as(buyer, "POST", "/api/billing/portal");
    expect(await readError(refused)).toEqual([409, "portal_none"]);
  });
});

describe("an older payment of a subscription", () => {
  async function payTwice() {
    const buyer = await app.createOwner();
    const { session } = await buy(buyer, "monthly");
    const id = session.subscription ?? "";
    app.clock.advance({ hours: 1 });
    stripe.renew(id);
    await deliverAll();
    const [first] = stripe.listInvoices(id);
    return { buyer, id, payment_id: first?.payment_intent ?? "" };
  }

  const listReceiptStates = async (buyer: TestOwner) =>
    (await purchases.read(buyer)).receipts.map(({ state }) => state);

  test("an older payment of a subscription that is refunded says so on its receipt, and locks nothing", async () => {
    const { buyer, payment_id } = await payTwice();
    stripe.refundPayment(payment_id);
    await deliverAll();
    expect(await listReceiptStates(buyer)).toEqual(["paid", "refunded"]);
    expect((await purchases.read(buyer)).subscription?.status).toBe("active");
  });

  test("an older payment of a subscription that is disputed says so, and is kept as its buyer's event", async () => {
    const { buyer, payment_id } = await payTwice();
    stripe.disputePayment(payment_id, "needs_response");
    const event = takeEvent();
    await deliver(event);
    const kept = await app.db
      .selectFrom("billing_events")
      .where("id", "=", event.id)
      .select("user_id")
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ user_id: buyer.user_id });
    await app.work();
    expect(await listReceiptStates(buyer)).toEqual(["paid", "disputed"]);
    stripe.disputePayment(payment_id, "won");
    await deliverAll();
    expect(await listReceiptStates(buyer)).toEqual(["paid", "paid"]);
  });

  test("an older payment of a subscription that was refunded without an event is found by the nightly job", async () => {
    const { buyer, payment_id } = await payTwice();
    stripe.refundPayment(payment_id);
    stripe.takeEvents();
    const { user_id } = buyer;
    await inTransaction(app.db, (tx) => app.jobs.enqueue(tx, "reconcile_customer", { user_id }));
    await app.work();
    expect(await listReceiptStates(buyer)).toEqual(["paid", "refunded"]);
  });
});

test("an owner who returns from managing their subscription does not wait for payments made long ago", async () => {
  await buy(buyer, "single");
  await buy(buyer, "monthly");
  const before = stripe.asked.length;
  await purchases.refresh(buyer);
  const asked = stripe.asked.slice(before);
  expect(asked).toContain("GET /v1/subscriptions");
  expect(asked.filter((question) => question.includes("checkout"))).toEqual([]);
});

test("a renewal that fails again does not begin the three days anew", async () => {
  const { session } = await buy(buyer, "monthly");
  const id = session.subscription ?? "";
  stripe.failRenewal(id);
  await deliverAll();
  expect((await purchases.read(buyer)).subscription?.status).toBe("past_due");
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  await deliverAll();
  expect((await purchases.read(buyer)).subscription?.status).toBe("unpaid");
  stripe.fixCard(id);
  await deliverAll();
  expect((await purchases.read(buyer)).subscription?.status).toBe("active");
});

test("if the key may not search for customers, erasing an account deletes only the one that is known, and the log says so", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  const warn = vi.spyOn(app.deps.log, "warn");
  stripe.fail("GET /v1/customers/search", 403);
  await app.as(owner, "DELETE", "/api/account", { email: owner.email });
  await app.work();
  expect(stripe.customers.has(session.customer)).toBe(false);
  expect(stripe.subscriptions.get(session.subscription ?? "")?.status).toBe("canceled");
  expect(await app.jobs.states("close_customer")).not.toContain("retry");
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ customer_id: session.customer }),
    expect.stringContaining("write access to Customers"),
  );
});

test("the operator is told when an erased account's customer had a credit balance, and not of what a customer owes", async () => {
  const error = vi.spyOn(app.deps.log, "error");
  const customers: string[] = [];
  for (const balance of [-1500, 1500]) {
    const owner = await app.createOwner();
    const { customer } = (await buy(owner, "monthly")).session;
    stripe.changeCustomer(customer, { balance });
    await app.as(owner, "DELETE", "/api/account", { email: owner.email });
    await app.work();
    customers.push(customer);
  }
  expect(error.mock.calls).toEqual([
    [
      { customer_id: customers[0], balance: -1500, currency: "usd" },
      expect.stringContaining("credit balance"),
    ],
  ]);
});
