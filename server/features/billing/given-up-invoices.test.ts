import { expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import type { InvoiceState, SubscriptionState } from "#server/testing/stripe/stripe-states.ts";
import { errorOf } from "#server/testing/test-purchases.ts";

const { app, stripe, buy, reconcile, deliverAll } = useStripeApp();
const { purchases } = app;

async function subscribe() {
  const owner = await app.createOwner();
  const { session } = await buy(owner, "monthly");
  return { owner, id: session.subscription ?? "" };
}

it("a renewal that nobody collects any more unlocks nothing, although Stripe calls the subscription active", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  await deliverAll();
  app.clock.advance({ days: 4 });
  stripe.giveUpInvoice(id);
  expect(stripe.subscriptions.get(id)?.status).toBe("active");
  await deliverAll();
  await reconcile();
  const invoice = stripe.subscriptions.get(id)?.invoice.id ?? "";
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: false,
    subscription: { status: "unpaid", pay_url: expect.stringContaining(invoice) },
  });
  expect(await errorOf(await purchases.start(owner, "annual"))).toEqual([
    409,
    "subscription_past_due",
  ]);
  stripe.payInvoice(invoice);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("the next renewal that fails does not begin the three days anew, and one that is paid unlocks", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  app.clock.advance({ days: 31 });
  stripe.giveUpInvoice(id);
  stripe.failRenewal(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  stripe.giveUpInvoice(id);
  stripe.renew(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("a renewal whose invoice Stripe cannot finalize unlocks for three days only, and the log says so", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const error = vi.spyOn(app.deps.log, "error");
  for (const isFirst of [true, false]) {
    app.clock.advance({ days: 31 });
    stripe.refuseRenewal(id);
    await deliverAll();
    expect(stripe.subscriptions.get(id)?.status).toBe("active");
    expect(await isUnlocked()).toBe(isFirst);
    const invoice = stripe.subscriptions.get(id)?.invoice.id;
    expect(error).toHaveBeenCalledWith(
      { provider: "stripe_test", subscription_id: id, invoice },
      expect.stringContaining("could not finalize an invoice"),
    );
  }
  expect((await purchases.read(owner)).subscription).toMatchObject({
    status: "unpaid",
    pay_url: null,
  });
  // Nobody could pay the invoice, so an email that asks for the payment would be of no use.
  const kinds = (await app.mails.to(owner.email)).map(({ kind }) => kind);
  expect(kinds).not.toContain("billing_payment_failed");
  addInvoice(id, { amount: 1500, lines: [{ amount: 1500 }] });
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
});

it("an invoice that is not final yet locks nothing", async () => {
  const { owner, id } = await subscribe();
  addInvoice(id, { status: "draft", amount: 1500 });
  app.clock.advance({ days: 4 });
  await deliverAll();
  await reconcile();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: true,
    subscription: { status: "active" },
  });
});

it("a subscription whose collection its operator has paused unlocks, and what was not collected meanwhile is not owed", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  stripe.giveUpInvoice(id, { isPaused: true });
  for (const isCollectionPaused of [true, false]) {
    stripe.changeSubscription(id, { isCollectionPaused });
    app.clock.advance({ days: 4 });
    await deliverAll();
    expect(await isUnlocked()).toBe(true);
  }
});

/** Adds an invoice as if Stripe had made it; it becomes the subscription's latest one. */
function addInvoice(id: string, invoice: Partial<InvoiceState>) {
  const created = Math.floor(app.clock.now().getTime() / 1000);
  stripe.changeSubscription(id, {
    status: "active",
    invoice: {
      id: `in_${crypto.randomUUID()}`,
      status: "paid",
      amount: 0,
      payment_intent: null,
      created,
      period_end: created + 31 * 24 * 3600,
      ...invoice,
    },
  });
}

it("a renewal that was given up stays owed when something small is paid after it, or a change of plan gives credit for it", async () => {
  const { owner, id } = await subscribe();
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  stripe.giveUpInvoice(id);
  const renewal = stripe.subscriptions.get(id)?.invoice.id ?? "";
  const steps = [
    () => addInvoice(id, { isForChange: true, lines: [{ amount: 0, proration: true }] }),
    () => stripe.changePlan(id, "month", 0),
    // This invoice is paid from what is left of the credit.
    () => addInvoice(id, { lines: [{ amount: 1500 }] }),
  ];
  for (const next of steps) {
    app.clock.advance({ days: 4 });
    next();
    await deliverAll();
    expect(await purchases.read(owner)).toMatchObject({
      is_everything_unlocked: false,
      subscription: { status: "unpaid", pay_url: expect.stringContaining(renewal) },
    });
  }
  stripe.payInvoice(renewal);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("what was given up before a month that a coupon or the balance made free is not owed once that month is over", async () => {
  const free = [{ lines: [{ amount: 1500, discount: 1500 }] }, { lines: [{ amount: 1500 }] }];
  for (const invoice of free) {
    const { owner, id } = await subscribe();
    app.clock.advance({ days: 31 });
    stripe.failRenewal(id);
    stripe.giveUpInvoice(id);
    app.clock.advance({ days: 31 });
    addInvoice(id, invoice);
    app.clock.advance({ days: 31 });
    stripe.renewByDebit(id);
    await deliverAll();
    expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  }
});

it("invoices that are sent lock nothing before they are due, and three days after", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const inDays = (days: number) => Math.floor(app.clock.now().getTime() / 1000) + days * 24 * 3600;
  for (const days of [31, 31]) {
    app.clock.advance({ days });
    addInvoice(id, { status: "open", amount: 1500, due_date: inDays(45) });
    await deliverAll();
    expect(await isUnlocked()).toBe(true);
  }
  app.clock.advance({ days: 15 });
  stripe.changeSubscription(id, { status: "past_due" });
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
  app.clock.advance({ days: 3 });
  expect(await isUnlocked()).toBe(false);
});

it("an invoice that was sent and is overdue is owed although Stripe goes by the next one, which is not due yet", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  for (const days of [31, 31]) {
    app.clock.advance({ days });
    const dueDate = Math.floor(app.clock.now().getTime() / 1000) + 30 * 24 * 3600;
    addInvoice(id, { status: "open", amount: 1500, due_date: dueDate });
    await deliverAll();
    expect(await isUnlocked()).toBe(true);
  }
  app.clock.advance({ days: 3 });
  expect(await isUnlocked()).toBe(false);
  const [, overdue] = stripe.invoicesOf(id);
  expect((await purchases.read(owner)).subscription?.pay_url).toContain(overdue?.id);
  stripe.payInvoice(overdue?.id ?? "");
  await deliverAll();
  expect(await isUnlocked()).toBe(true);
});

it("an invoice that was sent, for a period that was unlocked, can be paid after its subscription has ended, and is no payment to refund", async () => {
  const { owner, id } = await subscribe();
  app.clock.advance({ days: 31 });
  const dueDate = Math.floor(app.clock.now().getTime() / 1000) + 45 * 24 * 3600;
  addInvoice(id, { status: "open", amount: 1500, due_date: dueDate });
  await deliverAll();
  const sent = stripe.subscriptions.get(id)?.invoice.id ?? "";
  app.clock.advance({ days: 31 });
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  const error = vi.spyOn(app.deps.log, "error");
  app.clock.advance({ days: 5 });
  expect(stripe.payInvoice(sent)).toBe(true);
  await deliverAll();
  await reconcile();
  expect(error).not.toHaveBeenCalled();
  const { receipts } = await purchases.read(owner);
  expect(receipts.find((receipt) => receipt.id === sent)).toMatchObject({ state: "paid" });
});

it("what its operator bills by hand with a subscription locks nothing, and is not voided when that ends", async () => {
  const { owner, id } = await subscribe();
  addInvoice(id, { status: "open", amount: 9900, isByHand: true });
  const byHand = stripe.subscriptions.get(id)?.invoice.id ?? "";
  app.clock.advance({ days: 31 });
  stripe.renewByDebit(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
  stripe.failRenewal(id);
  const renewal = stripe.subscriptions.get(id)?.invoice.id ?? "";
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  app.clock.advance({ days: 1 });
  expect([renewal, byHand].map((invoice) => stripe.payInvoice(invoice))).toEqual([false, true]);
  const error = vi.spyOn(app.deps.log, "error");
  await deliverAll();
  expect(error).not.toHaveBeenCalled();
});

it("what its operator bills by hand with a subscription, and refunds, locks nothing and is no payment of the plan", async () => {
  const { owner, id } = await subscribe();
  app.clock.advance({ days: 1 });
  addInvoice(id, { status: "open", amount: 9900, isByHand: true });
  const byHand = stripe.subscriptions.get(id)?.invoice;
  stripe.payInvoice(byHand?.id ?? "");
  await deliverAll();
  stripe.refundPayment(byHand?.payment_intent ?? "");
  await deliverAll();
  await reconcile();
  const { is_everything_unlocked, receipts } = await purchases.read(owner);
  expect(is_everything_unlocked).toBe(true);
  expect(receipts).toMatchObject([{ amount_cents: 1500, state: "paid" }]);
});

/** The invoice of a change to the annual plan: its price less what the rest of the month is worth. */
const addUnpaidChange = (id: string) =>
  addInvoice(id, {
    status: "open",
    amount: 11_500,
    isForChange: true,
    lines: [{ amount: -1400, proration: true }, { amount: 12_900 }],
  });

it("a change of plan whose payment fails takes nothing away of the month that was paid before", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  app.clock.advance({ days: 2 });
  addUnpaidChange(id);
  stripe.changeSubscription(id, { status: "past_due" });
  await deliverAll();
  app.clock.advance({ days: 30 });
  await reconcile();
  expect(await isUnlocked()).toBe(true);
  app.clock.advance({ days: 2 });
  expect(await isUnlocked()).toBe(false);
});

it.each([
  ["cancelled", { status: "canceled", cancelledFor: "payment_failed" }, 0],
  ["called unpaid", { status: "unpaid" }, 3],
] satisfies [string, Partial<SubscriptionState>, number][])(
  "a change of plan whose payment fails leaves the month that was paid before also where the subscription is %s after the last attempt, which a renewal does not",
  async (_, givenUp, graceDays) => {
    const { owner, id } = await subscribe();
    const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
    app.clock.advance({ days: 2 });
    addUnpaidChange(id);
    const change = stripe.subscriptions.get(id)?.invoice.id ?? "";
    app.clock.advance({ days: 21 });
    stripe.changeSubscription(id, givenUp);
    await deliverAll();
    app.clock.advance({ days: 5 });
    await reconcile();
    expect(await isUnlocked()).toBe(true);
    expect(await errorOf(await purchases.start(owner, "annual"))).toEqual([
      409,
      "already_subscribed",
    ]);
    app.clock.advance({ days: 4 + graceDays });
    expect(await isUnlocked()).toBe(false);
    await reconcile();
    const isEnded = (await purchases.read(owner)).subscription === null;
    expect([isEnded, stripe.payInvoice(change)]).toEqual(
      givenUp.status === "canceled" ? [true, false] : [false, true],
    );

    const other = await subscribe();
    app.clock.advance({ days: 31 });
    stripe.failRenewal(other.id);
    stripe.changeSubscription(other.id, givenUp);
    await deliverAll();
    expect((await purchases.read(other.owner)).is_everything_unlocked).toBe(false);
  },
);

it("a subscription that is called unpaid because of a change of plan locks on the day that Settings names, and not in a night before", async () => {
  const { owner, id } = await subscribe();
  const isUnlocked = async () => (await purchases.read(owner)).is_everything_unlocked;
  const periodEnd = (stripe.subscriptions.get(id)?.period_end ?? 0) * 1000;
  addUnpaidChange(id);
  stripe.changeSubscription(id, { status: "unpaid" });
  await deliverAll();
  expect((await purchases.read(owner)).subscription?.grace_ends_on).toBe("2026-12-05");
  const end = periodEnd + limits.pastDueGraceDays * dayMs;
  app.clock.set(new Date(end - 1));
  await reconcile();
  expect(await isUnlocked()).toBe(true);
  app.clock.set(new Date(end));
  await reconcile();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: false,
    subscription: { status: "unpaid" },
  });
});

it("a month that was paid before a change of plan failed locks once it is refunded, or its owner's subscription cancelled at once", async () => {
  const refunded = await subscribe();
  stripe.changeSubscription(refunded.id, { status: "canceled", cancelledFor: "payment_failed" });
  await deliverAll();
  expect((await purchases.read(refunded.owner)).is_everything_unlocked).toBe(true);
  stripe.refundSubscription(refunded.id);
  await deliverAll();
  expect((await purchases.read(refunded.owner)).is_everything_unlocked).toBe(false);

  const cancelled = await subscribe();
  stripe.changeSubscription(cancelled.id, { status: "canceled" });
  await deliverAll();
  expect((await purchases.read(cancelled.owner)).is_everything_unlocked).toBe(false);
});

it("what its operator bills by hand and nobody pays locks nothing, although Stripe calls the subscription past due by it, and no email asks for it", async () => {
  const { owner, id } = await subscribe();
  app.clock.advance({ days: 4 });
  addInvoice(id, { status: "open", amount: 9900, isByHand: true });
  stripe.changeSubscription(id, { status: "past_due" });
  await deliverAll();
  app.clock.advance({ days: 4 });
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: true,
    subscription: { status: "active", pay_url: null },
  });
  expect(await app.mails.to(owner.email)).toEqual([]);
});

it("a failed renewal can be paid, and locks, also after its operator has billed something by hand", async () => {
  const { owner, id } = await subscribe();
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  const renewal = stripe.subscriptions.get(id)?.invoice.id ?? "";
  app.clock.advance({ days: 2 });
  addInvoice(id, { status: "open", amount: 9900, isByHand: true });
  stripe.changeSubscription(id, { status: "past_due" });
  await deliverAll();
  expect(await purchases.read(owner)).toMatchObject({
    is_everything_unlocked: true,
    subscription: { status: "past_due", pay_url: expect.stringContaining(renewal) },
  });
  app.clock.advance({ days: 2 });
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
  stripe.payInvoice(renewal);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("a failed renewal has its three days although an older one, from before a paid one, is still open", async () => {
  const { owner, id } = await subscribe();
  stripe.failRenewal(id);
  app.clock.advance({ days: 31 });
  stripe.renew(id);
  stripe.changeSubscription(id, { status: "active" });
  app.clock.advance({ days: 31 });
  stripe.failRenewal(id);
  await deliverAll();
  expect((await purchases.read(owner)).is_everything_unlocked).toBe(true);
});

it("an unpaid invoice before a paid one takes no money once its subscription has ended", async () => {
  const { id } = await subscribe();
  stripe.failRenewal(id);
  const unpaid = stripe.subscriptions.get(id)?.invoice.id ?? "";
  app.clock.advance({ days: 31 });
  stripe.renew(id);
  stripe.changeSubscription(id, { status: "canceled" });
  await deliverAll();
  expect(stripe.payInvoice(unpaid)).toBe(false);
});
