import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";

const { app, stripe, open, buy, deliver, deliverAll } = useStripeApp();
const buyer = app.useOwner();

const erase = async (owner: TestOwner) =>
  expect(
    (await app.as(owner, "DELETE", "/api/account", { email: owner.email })).status,
  ).toBeLessThan(300);

const listInvoices = (subscriptionId: string | null) => stripe.listInvoices(subscriptionId ?? "");

const countRefunds = () => stripe.asked.filter((asked) => asked === "POST /v1/refunds").length;

test.each(["single", "monthly"] as const)(
  "a %s paid after its buyer's account was erased is refunded",
  async (kind) => {
    const { session } = await open(buyer, kind);
    await erase(buyer);
    expect(stripe.pay(session.id)).toBe(true);
    await deliverAll();
    if (kind === "single") expect(stripe.isRefundedOrDisputed(session.id)).toBe(true);
    else {
      expect(stripe.subscriptions.get(session.subscription ?? "")?.status).toBe("canceled");
      const taken = listInvoices(session.subscription);
      expect(taken.map((invoice) => stripe.isInvoiceRefundedOrDisputed(invoice))).toEqual([true]);
    }
    const refunds = countRefunds();
    app.clock.advance({ hours: 2 });
    await deliverAll();
    expect(countRefunds()).toBe(refunds);
  },
);

test("what was paid just before the account was erased, and whose event has not come yet, is refunded too", async () => {
  const { session } = await open(buyer, "single");
  stripe.pay(session.id);
  await erase(buyer);
  await app.work();
  expect(stripe.isRefundedOrDisputed(session.id)).toBe(true);
});

test("what the buyer has had is not refunded with the account", async () => {
  const single = await buy(buyer, "single");
  const year = await buy(buyer, "annual");
  app.clock.advance({ seconds: 1 });
  await erase(buyer);
  app.clock.advance({ hours: 2 });
  await deliverAll();
  expect(stripe.isRefundedOrDisputed(single.session.id)).toBe(false);
  const invoices = listInvoices(year.session.subscription);
  expect(invoices.map((invoice) => stripe.isInvoiceRefundedOrDisputed(invoice))).toEqual([false]);
  expect(stripe.subscriptions.get(year.session.subscription ?? "")?.status).toBe("canceled");
});

test("a renewal that is charged after the account was erased is refunded, and what was paid before is not", async () => {
  const { session } = await buy(buyer, "monthly");
  const id = session.subscription ?? "";
  const late = await app.createOwner();
  const overdue = await buy(late, "monthly");
  stripe.failRenewal(overdue.session.subscription ?? "");
  await deliverAll();
  app.clock.advance({ minutes: 1 });
  await erase(buyer);
  await erase(late);
  app.clock.advance({ seconds: 3 });
  stripe.renew(id);
  stripe.fixCard(overdue.session.subscription ?? "");
  app.clock.advance({ hours: 2 });
  await deliverAll();
  for (const subscription of [id, overdue.session.subscription]) {
    expect(stripe.subscriptions.get(subscription ?? "")?.status).toBe("canceled");
    const invoices = listInvoices(subscription);
    expect(invoices.map((invoice) => stripe.isInvoiceRefundedOrDisputed(invoice))).toEqual([
      false,
      true,
    ]);
  }
});

const idOfLastInvoice = (subscriptionId: string | null) =>
  stripe.listInvoices(subscriptionId ?? "").at(-1)?.id ?? "";

test.each([
  ["open", false],
  ["given up", true],
] as const)(
  "an invoice that is %s takes no money after its buyer's account was erased",
  async (_state, isGivenUp) => {
    const { session } = await buy(buyer, "monthly");
    const id = session.subscription ?? "";
    stripe.failRenewal(id);
    if (isGivenUp) stripe.giveUpInvoice(id);
    await deliverAll();
    await erase(buyer);
    await app.work();
    expect(stripe.subscriptions.get(id)?.status).toBe("canceled");
    expect(stripe.payInvoice(idOfLastInvoice(id))).toBe(false);
  },
);

test("a subscription that already unlocked is not refunded when only its checkout's event was missing", async () => {
  const { session } = await open(buyer, "monthly");
  stripe.pay(session.id);
  for (const event of stripe.takeEvents()) {
    if (event.type !== "checkout.session.completed") await deliver(event);
  }
  await app.work();
  expect((await app.purchases.read(buyer)).is_everything_unlocked).toBe(true);
  app.clock.advance({ seconds: 1 });
  await erase(buyer);
  await app.work();
  const invoices = listInvoices(session.subscription);
  expect(invoices.map((invoice) => stripe.isInvoiceRefundedOrDisputed(invoice))).toEqual([false]);
});

test.each([500, "dropped after"] as const)(
  "a refund whose request fails (%s) is asked for again, and made once",
  async (fault) => {
    const { session } = await open(buyer, "single");
    await erase(buyer);
    stripe.pay(session.id);
    for (let n = 0; n < 3; n += 1) stripe.fail("POST /v1/refunds", fault);
    for (let hour = 0; hour < 4; hour += 1) {
      await app.work();
      app.clock.advance({ hours: 1 });
    }
    expect(stripe.isRefundedOrDisputed(session.id)).toBe(true);
    expect(await app.jobs.waiting("refund_erased_checkout")).toEqual([]);
  },
);

test("a refund by a process that was killed before the answer came is named in the log, and made once", async () => {
  const warn = vi.spyOn(app.deps.log, "warn").mockImplementation(() => {});
  const { session } = await open(buyer, "single");
  await erase(buyer);
  stripe.pay(session.id);
  stripe.takeEvents();
  await app.deps.payments?.refundCheckout(session.id);
  await app.work();
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ checkout: session.id }),
    expect.stringContaining("was refunded"),
  );
  expect(stripe.events.filter(({ type }) => type === "charge.refunded")).toHaveLength(1);
});

test("a payment that is disputed meanwhile, or was refunded by hand, leaves nothing to do", async () => {
  const disputed = await open(buyer, "single");
  await erase(buyer);
  stripe.pay(disputed.session.id);
  stripe.dispute(disputed.session.id, "needs_response");
  const other = await app.createOwner();
  const refunded = await open(other, "single");
  await erase(other);
  stripe.pay(refunded.session.id);
  stripe.refund(refunded.session.id);
  await deliverAll();
  expect(await app.jobs.waiting("refund_erased_checkout")).toEqual([]);
});

test("nothing of an erased buyer remains but the ids of Stripe's checkouts in jobs, and events about nobody are not kept", async () => {
  const { checkout_id, session } = await open(buyer, "single");
  const dispute = await open(await app.createOwner(), "single");
  await erase(buyer);
  const payloads = await app.jobs.waiting("refund_erased_checkout");
  expect(payloads).toMatchObject([{ checkout: session.id }]);
  expect(JSON.stringify(payloads)).not.toMatch(new RegExp(`${buyer.user_id}|${checkout_id}`));
  stripe.pay(session.id);
  stripe.pay(dispute.session.id);
  await deliverAll();
  const kept = await app.db.selectFrom("billing_events").select(["about_id", "user_id"]).execute();
  expect(kept.filter(({ user_id }) => user_id === null)).toEqual([]);
  expect(JSON.stringify(kept)).not.toContain(session.id);
  expect(JSON.stringify(kept)).not.toContain(session.payment_intent);
});

test("an event that came before its buyer was known is the buyer's once it is handled", async () => {
  const { session } = await open(buyer, "single");
  stripe.pay(session.id);
  stripe.dispute(session.id, "needs_response");
  const dispute = stripe.takeEvents().find(({ type }) => type === "charge.dispute.created");
  if (dispute === undefined) throw new Error("Nothing was disputed.");
  await deliver(dispute);
  const findOwnerId = async () =>
    (
      await app.db
        .selectFrom("billing_events")
        .where("id", "=", dispute.id)
        .select("user_id")
        .executeTakeFirst()
    )?.user_id;
  expect(await findOwnerId()).toBeNull();
  await app.work();
  expect(await findOwnerId()).toBe(buyer.user_id);
});

itOnPostgres(
  "an event that comes while its buyer is being erased is accepted and not kept",
  async () => {
    const { session } = await open(buyer, "single");
    stripe.pay(session.id);
    const held = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const erasing = inTransaction(app.db, async (tx) => {
      await sql`delete from auth.users where id = ${buyer.user_id}`.execute(tx);
      held.resolve();
      await goOn.promise;
    });
    await held.promise;
    const [event] = stripe.takeEvents();
    if (event === undefined) throw new Error("Nothing was paid.");
    const delivering = deliver(event);
    await vi.waitFor(async () => {
      const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
      expect(rows).toHaveLength(1);
    }, 20_000);
    goOn.resolve();
    await erasing;
    expect((await delivering).status).toBe(200);
    await app.work();
    const kept = app.db.selectFrom("billing_events").where("id", "=", event.id).select("id");
    expect(await kept.execute()).toEqual([]);
  },
);

test("two accounts that had the same address, one after the other, are closed separately", async () => {
  const { email } = buyer;
  const first = await buy(buyer, "annual");
  await sql`update auth.users set email = ${`moved-${email}`} where id = ${buyer.user_id}`.execute(
    app.db,
  );
  const next = await app.createOwner({ email });
  const second = await open(next, "single");
  await erase(next);
  stripe.pay(second.session.id);
  app.clock.advance({ hours: 2 });
  await deliverAll();
  expect(stripe.isRefundedOrDisputed(second.session.id)).toBe(true);
  expect(stripe.customers.has(second.session.customer)).toBe(false);
  expect(stripe.subscriptions.get(first.session.subscription ?? "")?.status).toBe("active");
  expect((await app.purchases.read(buyer)).is_everything_unlocked).toBe(true);
});
