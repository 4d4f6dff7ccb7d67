import { describe, expect, test } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import type { SubscriptionState } from "#server/testing/stripe/stripe-states.ts";
import { errorOf } from "#server/testing/test-purchases.ts";

const { app, stripe, buy, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();

async function subscribe(changes: Partial<SubscriptionState> = {}) {
  const { session } = await buy(buyer, "monthly");
  const id = session.subscription ?? "";
  stripe.changeSubscription(id, changes);
  await deliverAll();
  return { id, customer: session.customer };
}

const own = async () => (await purchases.read(buyer)).subscription;
const seconds = (day: string) => new Date(`${day}T12:00:00Z`).getTime() / 1000;

describe("what a subscriber pays", () => {
  test("is what the subscription costs at Stripe, not what the pages say now", async () => {
    await subscribe({ amount: 900 });
    expect(await own()).toMatchObject({
      price_cents: 900,
      currency: "usd",
      discounted_cents: 900,
      discounts: [],
    });
  });

  test("is the price times the quantity, and is left out for other intervals", async () => {
    const { id } = await subscribe({ quantity: 2 });
    expect(await own()).toMatchObject({ price_cents: 3000, discounted_cents: 3000 });
    stripe.changeSubscription(id, { quantity: 1, interval_count: 3 });
    await deliverAll();
    expect(await own()).toMatchObject({ price_cents: null, discounted_cents: null });
  });

  test.each([
    ["without tax, when none was added yet", { automatic_tax: false }, false],
    ["including its tax", { automatic_tax: true, tax_behavior: "inclusive" }, false],
    ["with the tax added", { automatic_tax: true, tax_behavior: "exclusive" }, true],
    ["as the account decides", { automatic_tax: true, tax_behavior: "unspecified" }, null],
    ["with tax added by hand", { automatic_tax: false, taxRates: [{ inclusive: false }] }, true],
  ] satisfies [string, Partial<SubscriptionState>, boolean | null][])(
    "is what it was sold at: %s",
    async (_, changes, addsTax) => {
      await subscribe(changes);
      expect(await own()).toMatchObject({ adds_tax: addsTax });
    },
  );

  test("is less by a discount, until that ends by itself", async () => {
    await subscribe({
      discounts: [{ percent_off: 20, end: seconds("2026-12-24"), duration: "repeating" }],
    });
    expect(await own()).toMatchObject({
      price_cents: 1500,
      discounted_cents: 1200,
      discounts: [{ percent_off: 20, cents_off: null, ends_on: "2026-12-24", is_once: false }],
    });
    app.clock.advance({ days: 60 });
    expect(await own()).toMatchObject({ discounted_cents: 1500, discounts: [] });
  });

  test("is the whole price again once a discount ends before the next payment, or there is none", async () => {
    const { id } = await subscribe({
      discounts: [{ percent_off: 20, end: seconds("2026-11-20"), duration: "repeating" }],
    });
    const whole = { discounted_cents: 1500, discounts: [] };
    expect(await own()).toMatchObject(whole);
    stripe.changeSubscription(id, { discounts: [{ percent_off: 20, duration: "forever" }] });
    await deliverAll();
    expect(await own()).toMatchObject({ discounted_cents: 1200 });
    stripe.changeSubscription(id, { cancel_at_period_end: true });
    await deliverAll();
    expect(await own()).toMatchObject({ renews_on: null, ...whole });
  });

  test("is less by several discounts, one after the other, and never less than nothing", async () => {
    const { id } = await subscribe({
      discounts: [
        { percent_off: 50, duration: "forever" },
        { amount_off: 300, duration: "once" },
      ],
    });
    expect(await own()).toMatchObject({
      discounted_cents: 450,
      discounts: [
        { percent_off: 50, ends_on: null, is_once: false },
        { percent_off: null, cents_off: 300, ends_on: null, is_once: true },
      ],
    });
    stripe.changeSubscription(id, { discounts: [{ amount_off: 9900, duration: "forever" }] });
    await reconcile();
    expect(await own()).toMatchObject({ discounted_cents: 0 });
  });

  test("is less by a coupon on its item, and then by one on the customer, unless it has one of its own", async () => {
    const { id, customer } = await subscribe({
      itemDiscounts: [{ amount_off: 500, duration: "forever" }],
    });
    expect(await own()).toMatchObject({ discounted_cents: 1000 });
    stripe.changeCustomer(customer, { discount: { percent_off: 20, duration: "forever" } });
    await reconcile();
    expect(await own()).toMatchObject({
      discounted_cents: 800,
      discounts: [{ cents_off: 500 }, { percent_off: 20 }],
    });
    stripe.changeSubscription(id, { discounts: [{ percent_off: 50, duration: "forever" }] });
    await deliverAll();
    expect(await own()).toMatchObject({ discounted_cents: 500 });
  });

  test("is read from the list and from a checkout as well", async () => {
    const { checkout_id, url } = await purchases.open(buyer, "annual");
    const session = stripe.sessionAt(url);
    stripe.pay(session.id);
    stripe.changeSubscription(session.subscription ?? "", {
      discounts: [{ percent_off: 10, duration: "forever" }],
    });
    stripe.takeEvents();
    await purchases.confirm(buyer, checkout_id);
    expect(await own()).toMatchObject({ discounted_cents: 11_610 });
    stripe.changeSubscription(session.subscription ?? "", { discounts: [] });
    stripe.takeEvents();
    expect((await purchases.refresh(buyer)).subscription).toMatchObject({
      discounted_cents: 12_900,
    });
  });
});

describe("a change of plan", () => {
  const openPortal = async (body?: object) => {
    const response = await app.as(buyer, "POST", "/api/billing/portal", body);
    return response.ok ? (JSON.parse(await response.text()) as { url: string }).url : response;
  };

  test("is opened at Stripe for the subscription, and the portal itself for anything else", async () => {
    const { id, customer } = await subscribe();
    const portal = `https://billing.stripe.example/${customer}`;
    expect(await openPortal({ purpose: "change_plan" })).toBe(`${portal}/change/${id}`);
    expect(await openPortal({})).toBe(portal);
    expect(await openPortal()).toBe(portal);
    const refused = await openPortal({ purpose: "give_me_money" });
    expect(refused instanceof Response && (await errorOf(refused))).toEqual([
      400,
      "validation_failed",
    ]);
  });

  test("that Stripe refuses, as of a cancelled subscription, opens the portal", async () => {
    const { customer } = await subscribe({ cancel_at_period_end: true });
    expect(await openPortal({ purpose: "change_plan" })).toBe(
      `https://billing.stripe.example/${customer}`,
    );
  });

  test("is not opened while Stripe fails", async () => {
    await subscribe();
    stripe.setUnavailable(true);
    const refused = await openPortal({ purpose: "change_plan" });
    stripe.setUnavailable(false);
    expect(refused instanceof Response && (await errorOf(refused))).toEqual([503, "portal_failed"]);
  });
});

test("a downgrade that begins when the paid period ends is announced with its price and day until it has begun", async () => {
  const { session } = await buy(buyer, "annual");
  const id = session.subscription ?? "";
  const monthly = [...stripe.prices.values()].find(({ interval }) => interval === "month");
  stripe.changeSubscription(id, { nextPrice: monthly?.id });
  // The next plan decides about no access, so syncing must not fail because the key may not read it.
  stripe.fail(`GET /v1/subscription_schedules/sub_sched_${id}`, 403);
  await deliverAll();
  expect(await own()).toMatchObject({ kind: "annual", status: "active", next_plan: null });
  await reconcile();
  const yearly = await own();
  expect(yearly).toMatchObject({
    kind: "annual",
    next_plan: { kind: "monthly", price_cents: 1500, starts_on: yearly?.renews_on },
  });
  stripe.changeSubscription(id, { nextPrice: undefined });
  await deliverAll();
  expect(await own()).toMatchObject({ kind: "annual", next_plan: null });
});
