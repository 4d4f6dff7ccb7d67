import { expect, it, vi } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import type { SubscriptionState } from "#server/testing/stripe/stripe-states.ts";
import { errorOf } from "#server/testing/test-purchases.ts";

const { app, stripe, open, buy, reconcile, deliverAll } = useStripeApp();
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

it("a refunded year is not replaced by a dollar paid for a change of plan, and a paid year goes on", async () => {
  const owner = await app.createOwner();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const { session } = await buy(owner, "annual");
  const id = session.subscription ?? "";
  stripe.changePlan(id, "month", 100);
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
  stripe.refundPayment(stripe.invoicesOf(id)[0]?.payment_intent ?? "");
  stripe.changePlan(id, "year", 100);
  await deliverAll();
  expect(await isUnlocked()).toBe(false);
});

type Charged = Pick<SubscriptionState["invoice"], "status" | "amount" | "lines">;

it.each([
  [
    "a change of price that a credit pays for",
    { interval: "month", amount: 900, status: "active" },
    { status: "paid", amount: 0, lines: [{ amount: -12_900, proration: true }, { amount: 900 }] },
  ],
  ["a renewal that is not paid", { status: "past_due" }, { status: "open", amount: 900 }],
] satisfies [string, Partial<SubscriptionState>, Charged][])(
  "a refunded unlock is not replaced by %s",
  async (_, changes, invoice) => {
    const owner = await app.createOwner();
    const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
    const { session } = await buy(owner, "annual");
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
        period_end: Math.floor(app.clock.now().getTime() / 1000) + 86_400,
        ...invoice,
      },
    });
    await deliverAll();
    expect(await isUnlocked()).toBe(false);
  },
);

it("a month that the operator gives as a balance after a refund unlocks, and one that a refunded year's rest pays for does not", async () => {
  const month = 31 * 86_400;
  const paidByBalance = (id: string, lines?: SubscriptionState["invoice"]["lines"]) => {
    app.clock.advance({ days: 31 });
    const created = Math.floor(app.clock.now().getTime() / 1000);
    const invoice = { id: `in_${crypto.randomUUID()}`, status: "paid", amount: 0 } as const;
    stripe.changeSubscription(id, {
      invoice: {
        ...invoice,
        payment_intent: null,
        created,
        period_end: created + month,
        lines: lines ?? [{ amount: 1500 }],
      },
    });
  };
  const { owner, id } = await subscribe();
  stripe.refundSubscription(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  for (const _ of ["next month", "the month after"]) {
    paidByBalance(id);
    await deliverAll();
    expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  }

  const yearly = await subscribeYearly();
  stripe.refundPayment(yearly.payYear());
  paidByBalance(yearly.id, [{ amount: -11_800, proration: true }, { amount: 1500 }]);
  for (const _ of ["next month", "the month after"]) {
    paidByBalance(yearly.id);
    await deliverAll();
    expect(await yearly.isUnlocked()).toBe(false);
  }
});

async function subscribe() {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  return { owner, id: session.subscription ?? "" };
}

it.each<[string, (id: string) => void, status: string, code: string]>([
  [
    "was refunded",
    (id) => stripe.refundSubscription(id),
    "refunded",
    "subscription_refunded_or_disputed",
  ],
  [
    "is disputed",
    (id) => stripe.disputeSubscription(id, "needs_response"),
    "disputed",
    "subscription_refunded_or_disputed",
  ],
  [
    "Stripe has given up to collect",
    (id) => {
      app.clock.advance({ days: 31 });
      stripe.failRenewal(id);
      stripe.changeSubscription(id, { status: "unpaid" });
    },
    "unpaid",
    "subscription_past_due",
  ],
  [
    "is missing at the end of a trial",
    (id) => stripe.changeSubscription(id, { status: "paused" }),
    "unpaid",
    "subscription_past_due",
  ],
])(
  "a subscription whose payment %s unlocks nothing, is still named, and no other is sold until it has ended",
  async (_, happens, status, code) => {
    const { owner, id } = await subscribe();
    happens(id);
    await deliverAll();
    expect(await purchases.read(owner)).toMatchObject({
      is_everything_unlocked: false,
      subscription: { kind: "monthly", status },
      has_portal: true,
    });
    for (const kind of ["monthly", "annual"] as const) {
      expect(await errorOf(await purchases.start(owner, kind))).toEqual([409, code]);
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
  expect(await errorOf(await purchases.start(owner, "monthly"))).toEqual([
    409,
    "already_subscribed",
  ]);

  stripe.refundSubscription(id);
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

async function subscribeYearly() {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "annual");
  const id = session.subscription ?? "";
  return {
    owner,
    id,
    isUnlocked: async () => (await purchases.read(owner)).is_everything_unlocked,
    payYear: () => stripe.invoicesOf(id)[0]?.payment_intent ?? "",
  };
}

it.each([
  ["lost to a dispute", (payment: string) => stripe.disputePayment(payment, "lost")],
  ["refunded", (payment: string) => stripe.refundPayment(payment)],
])(
  "a year that was %s stays locked whatever changes of plan its credit pays for",
  async (_, lose) => {
    const { id, isUnlocked, payYear } = await subscribeYearly();
    lose(payYear());
    await deliverAll();
    const changes = [
      () => stripe.changePlan(id, "year", 100, { isWithinPeriod: true }),
      () => stripe.changePlan(id, "month", 0),
      () => stripe.changePlan(id, "year", 100),
      () => stripe.changePlan(id, "month", 100),
    ];
    for (const change of changes) {
      change();
      await deliverAll();
      expect(await isUnlocked()).toBe(false);
    }
    stripe.renew(id);
    await deliverAll();
    expect(await isUnlocked(), "a month that was paid with money").toBe(true);
  },
);

it("a month that is refunded after the change to a year that was paid leaves the year unlocked", async () => {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  const id = session.subscription ?? "";
  stripe.changePlan(id, "year", 11_400);
  stripe.refundPayment(stripe.invoicesOf(id)[0]?.payment_intent ?? "");
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  stripe.refundSubscription(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
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

it("an invoice that is paid after its subscription has ended unlocks nothing, and the log asks to refund it", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  await deliverAll();
  stripe.changeSubscription(id, { status: "canceled" });
  app.clock.advance({ days: 2 });
  const error = vi.spyOn(app.deps.log, "error");
  stripe.fixCard(id);
  await deliverAll();
  await reconcile();
  const { is_everything_unlocked, receipts } = await purchases.read(owner);
  expect(is_everything_unlocked).toBe(false);
  expect(receipts).toHaveLength(2);
  expect(error.mock.calls.filter(([about]) => JSON.stringify(about).includes(id))).toEqual([
    [expect.anything(), expect.stringContaining("refund it")],
  ]);
});

it.each([
  ["open", false],
  ["given up", true],
] as const)(
  "an invoice that is %s takes no money any more once it is known that its subscription has ended",
  async (_state, isGivenUp) => {
    const { id } = await subscribe();
    stripe.failRenewal(id);
    await deliverAll();
    stripe.changeSubscription(id, { status: "canceled" });
    if (isGivenUp) stripe.giveUpInvoice(id);
    await deliverAll();
    expect(stripe.payInvoice(stripe.subscriptions.get(id)?.invoice.id ?? "")).toBe(false);
    const asked = stripe.asked.length;
    await reconcile();
    expect(stripe.asked.slice(asked).filter((one) => one.endsWith("/void"))).toEqual([]);
  },
);

it("the log asks to refund it too where it is paid after its period, and a later one is unpaid", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  app.clock.advance({ days: 4 });
  await deliverAll();
  const error = vi.spyOn(app.deps.log, "error");
  stripe.payInvoice(stripe.invoicesOf(id)[1]?.id ?? "");
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  expect(error.mock.calls.filter(([about]) => JSON.stringify(about).includes(id))).toEqual([
    [expect.anything(), expect.stringContaining("refund it")],
  ]);
});

it("the log asks to refund it too where its end is learned only afterwards, and a later invoice stays unpaid", async () => {
  const { id } = await subscribe();
  const error = vi.spyOn(app.deps.log, "error");
  stripe.failRenewal(id);
  app.clock.advance({ days: 30 });
  stripe.failRenewal(id);
  stripe.changeSubscription(id, { status: "canceled" });
  app.clock.advance({ hours: 1 });
  stripe.fixCard(id, { firstOnly: true });
  await deliverAll();
  await reconcile();
  expect(error.mock.calls.filter(([about]) => JSON.stringify(about).includes(id))).toEqual([
    [expect.anything(), expect.stringContaining("refund it")],
  ]);
});

it.each(["active", "canceled"] as const)(
  "the log asks to refund it too where a later period is paid already, of a subscription that is %s",
  async (status) => {
    const { owner, id } = await subscribe();
    stripe.failRenewal(id);
    app.clock.advance({ days: 31 });
    stripe.renew(id);
    stripe.changeSubscription(id, { status: "active" });
    await deliverAll();
    const [, late] = stripe.invoicesOf(id);
    app.clock.advance({ days: 2 });
    const error = vi.spyOn(app.deps.log, "error");
    expect(stripe.payInvoice(late?.id ?? "")).toBe(true);
    // The product learns only after the payment that the subscription has ended.
    stripe.changeSubscription(id, { status });
    await deliverAll();
    await reconcile();
    expect(error.mock.calls.filter(([about]) => JSON.stringify(about).includes(id))).toEqual([
      [
        { provider: "stripe_test", subscription_id: id, invoice: late?.id },
        expect.stringContaining("refund it"),
      ],
    ]);
    const receipts = async () => (await purchases.read(owner)).receipts;
    expect(await receipts()).toHaveLength(3);
    stripe.refundPayment(late?.payment_intent ?? "");
    await deliverAll();
    expect((await receipts()).find((receipt) => receipt.id === late?.id)?.state).toBe("refunded");
    expect((await purchases.read(owner)).is_everything_unlocked).toBe(status === "active");
  },
);

it("an earlier invoice that is paid within its own period is not called one to refund", async () => {
  const { id } = await subscribe();
  stripe.failRenewal(id);
  app.clock.advance({ days: 1 });
  // The change to a yearly plan creates the next invoice.
  stripe.changePlan(id, "year", 11_400);
  stripe.changeSubscription(id, { status: "active" });
  app.clock.advance({ days: 1 });
  const error = vi.spyOn(app.deps.log, "error");
  stripe.payInvoice(stripe.invoicesOf(id)[1]?.id ?? "");
  await deliverAll();
  await reconcile();
  expect(error).not.toHaveBeenCalled();
});

it("a first payment that its bank had to confirm is not called one to refund", async () => {
  const owner = await app.createOwner();
  const { session } = await open(owner, "monthly");
  stripe.pay(session.id);
  stripe.takeEvents();
  const id = session.subscription ?? "";
  const [invoice] = stripe.invoicesOf(id);
  if (invoice === undefined) throw new Error("Its first period has an invoice.");
  stripe.changeSubscription(id, { status: "incomplete", invoice: { ...invoice, status: "open" } });
  await deliverAll();
  app.clock.advance({ minutes: 1 });
  const paidAt = Math.floor(app.clock.now().getTime() / 1000);
  stripe.changeSubscription(id, { status: "active", invoice: { ...invoice, paid_at: paidAt } });
  const error = vi.spyOn(app.deps.log, "error");
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  expect(error).not.toHaveBeenCalled();
});
