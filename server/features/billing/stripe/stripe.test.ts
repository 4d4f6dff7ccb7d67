import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { UnrecoverableJobError } from "#server/jobs/jobs.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { stripeKey, stripeWebhookSecret } from "#server/testing/stripe/stripe-double.ts";
import { countPatience, readError } from "#server/testing/test-purchases.ts";
import { reconcileEveryCustomer } from "../events/reconcile.ts";
import { stripeBilling } from "./billing-choice.ts";
import { openStripe } from "./client.ts";

const { app, stripe, open, buy, reconcile, takeEvent, deliver, deliverAll } = useStripeApp({
  STRIPE_PROMOTION_CODES: "on",
  STRIPE_AUTOMATIC_TAX: "on",
});
const { purchases } = app;
const buyer = app.useOwner();

async function createAnswered(of: TestOwner): Promise<string> {
  const id = await app.circles.create(of);
  await app.circles.answerAs(id, "ana");
  return id;
}

describe("a checkout at Stripe", () => {
  test("names the paraline, belongs to one customer and returns to the results", async () => {
    const id = await createAnswered(buyer);
    const { checkout_id, session } = await open(buyer, "single", id);
    expect(session).toMatchObject({
      mode: "payment",
      amount_total: 500,
      client_reference_id: checkout_id,
      metadata: { checkout_id, circle_id: id, kind: "single", user_id: buyer.user_id },
      payment_metadata: { checkout_id },
      success_url: `http://localhost:3000/results?circle=${id}&checkout=${checkout_id}`,
      cancel_url: `http://localhost:3000/results?circle=${id}`,
      allow_promotion_codes: true,
      automatic_tax: true,
      tax_id_collection: true,
      customer_update: { address: "auto", name: "auto" },
    });
    expect(stripe.customers.get(session.customer)?.email).toBe(buyer.email);
    const year = await open(buyer, "annual");
    expect(year.session).toMatchObject({ mode: "subscription", amount_total: 12_900 });
    expect(year.session.success_url).toBe(
      `http://localhost:3000/pricing?checkout=${year.checkout_id}`,
    );
    expect(year.session.customer).toBe(session.customer);
  });

  test("sells at a price of the operator's own where one is named", async () => {
    const client = await openStripe(stripeKey, stripe.url);
    const own = await client.prices.create({
      product: "paraline_unlimited",
      currency: "usd",
      unit_amount: 12_900,
      recurring: { interval: "year" },
    });
    const openPayments = stripeBilling.configure(
      {
        STRIPE_SECRET_KEY: stripeKey,
        STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
        STRIPE_API_URL: stripe.url,
        STRIPE_PRICE_ANNUAL: own.id,
      },
      (_, sentence) => expect.fail(sentence),
    );
    const payments = await openPayments?.(app.deps);
    const { user_id, email } = await app.createOwner();
    const customerId = await payments?.createCustomer({
      user_id,
      email,
      request_id: crypto.randomUUID(),
    });
    const readCheckoutPrice = async (kind: "monthly" | "annual") => {
      const started = await payments?.startCheckout({
        checkout_id: crypto.randomUUID(),
        kind,
        user_id,
        customer_id: customerId ?? "",
        circle_id: null,
        success_url: "https://paraline.example/",
        cancel_url: "https://paraline.example/",
        expires_at: new Date(app.clock.now().getTime() + hourMs),
      });
      return stripe.sessions.get(started?.provider_id ?? "")?.price;
    };
    expect(await readCheckoutPrice("annual")).toBe(own.id);
    expect(stripe.prices.get((await readCheckoutPrice("monthly")) ?? "")?.lookup_key).toBe(
      "paraline_monthly",
    );
  });

  test("names a price whose tax is not as the operator's setting says, and sells at it", async () => {
    const price = [...stripe.prices.values()].find(
      ({ lookup_key }) => lookup_key === "paraline_single",
    );
    if (price === undefined) throw new Error("It is set up before each test.");
    stripe.changePrice(price.id, { tax_behavior: "exclusive" });
    app.clock.advance({ minutes: 11 });
    expect(await app.deps.payments?.listCatalogueProblems()).toEqual([
      `${price.id}, the Stripe price for single, has the tax behavior exclusive, but STRIPE_TAX_BEHAVIOR says inclusive. Run \`npm run stripe:setup\`, or correct the setting.`,
    ]);
    expect((await open(await app.createOwner(), "single")).session.price).toBe(price.id);
  });

  test("unlocks by its event alone if the browser never returns", async () => {
    const id = await createAnswered(buyer);
    await buy(buyer, "single", id);
    const { unlocked, receipts } = await purchases.read(buyer);
    expect(unlocked).toMatchObject([{ circle_id: id, unlocked_on: "2026-11-02" }]);
    expect(receipts).toMatchObject([{ amount_cents: 500, state: "paid" }]);
  });

  test("unlocks on return alone if the event never arrives", async () => {
    const id = await createAnswered(buyer);
    const { checkout_id, session } = await open(buyer, "single", id);
    stripe.pay(session.id);
    stripe.takeEvents();
    expect(await purchases.confirm(buyer, checkout_id)).toMatchObject({
      state: "paid",
      unlocked_circle_id: id,
    });
  });

  test("is settled by the nightly job if neither happens", async () => {
    const id = await createAnswered(buyer);
    const single = await open(buyer, "single", id);
    stripe.pay(single.session.id);
    const other = await app.createOwner();
    const month = await open(other, "monthly");
    stripe.pay(month.session.id);
    stripe.takeEvents();
    await reconcile();
    expect((await purchases.read(buyer)).unlocked).toMatchObject([{ circle_id: id }]);
    expect((await purchases.read(other)).subscription?.kind).toBe("monthly");
    stripe.refund(single.session.id);
    stripe.takeEvents();
    await reconcile();
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
  });

  test("a checkout that was paid after the restored backup was made is found at Stripe, and no other owner's is", async () => {
    const owner = await app.createOwner();
    const id = await createAnswered(owner);
    const lost = await buy(owner, "single", id);
    await buy(owner, "single");
    const client = await openStripe(stripeKey, stripe.url);
    const price = lost.session.price;
    const foreign = await client.checkout.sessions.create({
      mode: "payment",
      customer: lost.session.customer,
      line_items: [{ price, quantity: 1 }],
      metadata: { ...lost.session.metadata, checkout_id: randomUUID(), user_id: randomUUID() },
      success_url: "https://other.example/",
    });
    stripe.pay(foreign.id);
    await app.db.deleteFrom("checkouts").where("id", "=", lost.checkout_id).execute();
    expect(await purchases.read(owner)).toMatchObject({ unlocked: [], credits_count: 1 });
    await reconcileEveryCustomer(app.deps);
    await app.work();
    expect(await purchases.read(owner)).toMatchObject({
      unlocked: [{ circle_id: id }],
      credits_count: 1,
    });
    stripe.refund(lost.session.id);
    await deliverAll();
    expect((await purchases.read(owner)).unlocked).toEqual([]);
  });

  test("a checkout at Stripe of a first buyer that was paid after the backup is found by the customer, and not sold again", async () => {
    const owner = await app.createOwner();
    const { user_id } = owner;
    const made = new Date(app.clock.now());
    await buy(owner, "monthly");
    for (const table of [
      "checkouts",
      "subscriptions",
      "subscription_payments",
      "billing_customers",
    ] as const) {
      await app.db.deleteFrom(table).where("user_id", "=", user_id).execute();
    }
    expect((await purchases.read(owner)).is_everything_unlocked).toBe(false);
    await inTransaction(app.db, (tx) =>
      app.jobs.enqueue(tx, "restore_purchases", { since: made.toISOString() }),
    );
    await app.work();
    expect(await purchases.read(owner)).toMatchObject({
      subscription: { kind: "monthly" },
      is_everything_unlocked: true,
      receipts: [{ kind: "monthly" }],
    });
    expect(await readError(await purchases.start(owner, "annual"))).toEqual([
      409,
      "already_subscribed",
    ]);
  });

  test("a checkout at Stripe of an unlock without a paraline that was paid is found before another unlock is sold, although no event came", async () => {
    const owner = await app.createOwner();
    const id = await createAnswered(owner);
    const { session } = await open(owner, "single");
    stripe.pay(session.id);
    stripe.takeEvents();
    expect(await readError(await purchases.start(owner, "single", id))).toEqual([
      409,
      "unlock_unused",
    ]);
    expect(await purchases.read(owner)).toMatchObject({ credits_count: 1, unlocked: [] });
  });

  test.each(["by these clicks", "by the tab that returns from paying"])(
    "a checkout at Stripe of an unlock without a paraline that was paid is not offered a second time by clicks that do not know it: it is found %s",
    async (how) => {
      const owner = await app.createOwner();
      const { checkout_id, session } = await open(owner, "single");
      stripe.pay(session.id);
      stripe.takeEvents();
      const asks = "GET /v1/subscriptions";
      const countAsked = () => stripe.asked.filter((asked) => asked === asks).length;
      const before = countAsked();
      const release = stripe.hold(asks);
      const clicking = [purchases.start(owner, "single"), purchases.start(owner, "single")];
      await expect.poll(() => countAsked() - before).toBe(2);
      if (how !== "by these clicks") await purchases.confirm(owner, checkout_id);
      release();
      const clicks = await Promise.all(clicking);
      for (const click of clicks) expect(await readError(click)).toEqual([409, "unlock_unused"]);
      expect(await purchases.read(owner)).toMatchObject({ credits_count: 1 });
      const another = await open(owner, "single");
      expect(another.session.id).not.toBe(session.id);
    },
  );

  test("a checkout at Stripe of an unlock without a paraline that was paid and refunded at once is followed by a new one", async () => {
    const owner = await app.createOwner();
    const { session } = await open(owner, "single");
    stripe.pay(session.id);
    stripe.refund(session.id);
    stripe.takeEvents();
    const another = await open(owner, "single");
    expect(another.session.id).not.toBe(session.id);
  });

  test("a checkout at Stripe that a promotion code made free unlocks too", async () => {
    const id = await createAnswered(buyer);
    const { session } = await open(buyer, "single", id);
    stripe.pay(session.id, { free: true });
    await deliverAll();
    expect(await purchases.read(buyer)).toMatchObject({
      unlocked: [{ circle_id: id }],
      receipts: [{ amount_cents: 0, has_receipt: false }],
    });
  });

  test("asks Stripe once for several confirmations within seconds", async () => {
    const { checkout_id } = await open(buyer, "monthly");
    const before = stripe.asked.length;
    await Promise.all(Array.from({ length: 5 }, () => purchases.confirm(buyer, checkout_id)));
    expect(stripe.asked.length - before).toBe(1);
    app.clock.advance({ seconds: 6 });
    await purchases.confirm(buyer, checkout_id);
    expect(stripe.asked.length - before).toBe(2);
  });

  test("a checkout at Stripe that ran out is followed by a new one", async () => {
    const first = await open(buyer, "monthly");
    app.clock.advance({ hours: 25 });
    const second = await open(buyer, "monthly");
    expect(second.session.id).not.toBe(first.session.id);
  });
});

describe("a month and a year clicked at once", () => {
  const listOpenSessions = (buyer: TestOwner) =>
    [...stripe.sessions.values()].filter(
      ({ status, metadata }) => status === "open" && metadata.user_id === buyer.user_id,
    );

  /** Holds back Stripe's response to the first checkout until the test releases it. */
  function holdFirstAnswer() {
    const payments = app.deps.payments;
    if (payments === undefined) throw new Error("The app sells by Stripe.");
    const start = payments.startCheckout;
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const held = vi.spyOn(payments, "startCheckout").mockImplementationOnce(async (request) => {
      const started = await start(request);
      asked.resolve();
      await released.promise;
      return started;
    });
    return {
      asked: asked.promise,
      release() {
        released.resolve();
        held.mockRestore();
      },
    };
  }

  test("open one checkout, and the second click gets the message that one is being opened", async () => {
    const stripesAnswer = holdFirstAnswer();
    const month = purchases.start(buyer, "monthly");
    await stripesAnswer.asked;
    const year = await purchases.start(buyer, "annual");
    stripesAnswer.release();
    expect(await readError(year)).toEqual([409, "checkout_starting"]);
    expect((await month).status).toBe(201);
    expect(listOpenSessions(buyer)).toHaveLength(1);
  });

  test("never fail, however many arrive, and leave one checkout open", async () => {
    const answers = await Promise.all(
      (["monthly", "annual", "monthly", "annual", "annual"] as const).map((kind) =>
        purchases.start(buyer, kind),
      ),
    );
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    expect(listOpenSessions(buyer)).toHaveLength(1);
  });

  test("are not held up by a click whose process ended, and what that one had started is ended", async () => {
    const endWaiting = countPatience();
    const stripesAnswer = holdFirstAnswer();
    const month = purchases.start(buyer, "monthly");
    await stripesAnswer.asked;
    app.clock.advance({ minutes: 6 });
    const year = await open(buyer, "annual");
    endWaiting();
    expect(await readError(await month)).toEqual([503, "checkout_slow"]);
    stripesAnswer.release();
    await expect.poll(() => listOpenSessions(buyer).map(({ id }) => id)).toEqual([year.session.id]);
  });
});

describe("while Stripe is unavailable", () => {
  test("a checkout fails with one sentence and starts afresh once it is back", async () => {
    stripe.setUnavailable(true);
    const refused = await purchases.start(buyer, "monthly");
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { code: "checkout_failed", message: "Failed to start checkout" },
    ]);
    stripe.setUnavailable(false);
    expect((await open(buyer, "monthly")).session.status).toBe("open");
  });

  test("no one is locked out, a confirmation waits, and its event is processed later", async () => {
    const id = await createAnswered(buyer);
    const { checkout_id } = await buy(buyer, "monthly", id);
    const single = await open(await app.createOwner(), "single");
    stripe.pay(single.session.id);
    const events = stripe.takeEvents();
    stripe.setUnavailable(true);
    expect(await purchases.confirm(buyer, checkout_id)).toMatchObject({ state: "paid" });
    expect((await purchases.read(buyer)).is_everything_unlocked).toBe(true);
    for (const event of events) expect((await deliver(event)).status).toBe(200);
    await app.work();
    expect((await purchases.read(buyer)).is_everything_unlocked).toBe(true);
    stripe.setUnavailable(false);
    await app.jobs.runDue({}, { early: true });
    app.clock.advance({ hours: 3 });
    await app.work();
    const { state } = await app.db
      .selectFrom("checkouts")
      .where("id", "=", single.checkout_id)
      .select("state")
      .executeTakeFirstOrThrow();
    expect(state).toBe("paid");
  });
});

describe("money that is refunded or disputed", () => {
  test("locks again after a refund, not after a part of one", async () => {
    const id = await createAnswered(buyer);
    const { session } = await open(buyer, "single", id);
    stripe.pay(session.id);
    stripe.refund(session.id, 200);
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toHaveLength(1);
    stripe.refund(session.id);
    await deliverAll();
    expect(await purchases.read(buyer)).toMatchObject({
      unlocked: [],
      credits_count: 0,
      receipts: [{ state: "refunded", circle: { id } }],
    });
    await buy(buyer, "single", id);
    expect((await purchases.read(buyer)).unlocked).toHaveLength(1);
  });

  test("locks while it is disputed, not while a bank only asks, and opens when the dispute is won", async () => {
    const id = await createAnswered(buyer);
    const { session } = await open(buyer, "single", id);
    stripe.pay(session.id);
    stripe.dispute(session.id, "warning_needs_response");
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toHaveLength(1);
    stripe.dispute(session.id, "needs_response");
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
    stripe.dispute(session.id, "won");
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toMatchObject([{ circle_id: id }]);
    stripe.dispute(session.id, "lost");
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
  });

  test("a disputed payment that is won back ends a checkout of the same paraline that was opened in between", async () => {
    const id = await createAnswered(buyer);
    const { session } = await open(buyer, "single", id);
    stripe.pay(session.id);
    stripe.dispute(session.id, "needs_response");
    await deliverAll();
    const again = await open(buyer, "single", id);
    stripe.dispute(session.id, "won");
    await deliverAll();
    expect((await purchases.read(buyer)).unlocked).toMatchObject([{ circle_id: id }]);
    expect(again.session.status).toBe("expired");
  });

  test("known before the purchase itself was, still counts", async () => {
    const id = await createAnswered(buyer);
    const { checkout_id, session } = await open(buyer, "single", id);
    stripe.pay(session.id);
    stripe.refund(session.id);
    for (const event of stripe.takeEvents().reverse()) await deliver(event);
    await app.work();
    expect(await purchases.confirm(buyer, checkout_id)).toMatchObject({
      state: "paid",
      unlocked_circle_id: null,
    });
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
  });

  test("locks a paraline again although another unlock was bought for it in between: that one is kept, to be used", async () => {
    const id = await createAnswered(buyer);
    const own = await open(buyer, "single", id);
    const spare = await open(buyer, "single");
    stripe.pay(spare.session.id);
    await purchases.confirm(buyer, spare.checkout_id);
    expect((await purchases.use(buyer, id)).status).toBe(200);
    // The job that closes this page has not run yet.
    stripe.pay(own.session.id);
    await deliverAll();
    expect(await purchases.read(buyer)).toMatchObject({ credits_count: 1, unlocked: [{}] });
    stripe.refund(spare.session.id);
    await deliverAll();
    expect(await purchases.read(buyer)).toMatchObject({
      credits_count: 1,
      unlocked: [],
    });
    expect((await purchases.use(buyer, id)).status).toBe(200);
    expect(await purchases.read(buyer)).toMatchObject({
      credits_count: 0,
      unlocked: [{ circle_id: id }],
    });
  });

  test("a disputed payment of a subscription says so on its receipt, and no longer when the dispute is won", async () => {
    const { session } = await buy(buyer, "annual");
    expect((await purchases.read(buyer)).receipts).toMatchObject([{ state: "paid" }]);
    stripe.disputeSubscription(session.subscription ?? "", "needs_response");
    await deliverAll();
    const receipts = async () => (await purchases.read(buyer)).receipts;
    expect(await receipts()).toMatchObject([{ kind: "annual", state: "disputed" }]);
    stripe.disputeSubscription(session.subscription ?? "", "won");
    await deliverAll();
    expect(await receipts()).toMatchObject([{ state: "paid" }]);
    expect((await purchases.read(buyer)).is_everything_unlocked, "it was cancelled").toBe(false);
  });
});

describe("a subscription at Stripe", () => {
  test.each<[string, Parameters<typeof stripe.changeSubscription>[1], object]>([
    ["its own price", { amount: 900 }, { price_cents: 900, currency: "usd", adds_tax: false }],
    ["the price times the quantity", { quantity: 2 }, { price_cents: 3000 }],
    ["no price at other intervals", { interval_count: 3 }, { price_cents: null }],
    [
      "its tax included",
      { automatic_tax: true, tax_behavior: "inclusive" },
      { price_cents: 1500, adds_tax: false },
    ],
    ["its tax added", { automatic_tax: true, tax_behavior: "exclusive" }, { adds_tax: true }],
    [
      "tax as the account says",
      { automatic_tax: true, tax_behavior: "unspecified" },
      { adds_tax: null },
    ],
  ])("is shown with %s, not with what is sold now", async (_, changes, shown) => {
    const { session } = await buy(buyer, "monthly");
    stripe.changeSubscription(session.subscription ?? "", changes);
    await deliverAll();
    expect((await purchases.read(buyer)).subscription).toMatchObject(shown);
  });

  test("follows its state at Stripe: cancelled, resumed, cancelled for a later day, past due, paid, changed, ended", async () => {
    const { session } = await buy(buyer, "monthly");
    const id = session.subscription ?? "";
    const become = async (changes: Parameters<typeof stripe.changeSubscription>[1]) => {
      stripe.changeSubscription(id, changes);
      await deliverAll();
      return (await purchases.read(buyer)).subscription;
    };
    expect(await become({ cancel_at_period_end: true })).toMatchObject({
      status: "active",
      renews_on: null,
      ends_on: "2026-12-02",
    });
    expect(await become({ cancel_at_period_end: false })).toMatchObject({
      renews_on: "2026-12-02",
      ends_on: null,
    });
    const june = Date.parse("2027-06-02T09:00:00Z") / 1000;
    expect(await become({ cancel_at: june })).toMatchObject({
      status: "active",
      renews_on: "2026-12-02",
      ends_on: "2027-06-02",
      price_cents: 1500,
    });
    stripe.renew(id);
    expect(await become({})).toMatchObject({ renews_on: "2027-01-02", ends_on: "2027-06-02" });
    expect(await become({ cancel_at: undefined })).toMatchObject({ ends_on: null });
    expect(await become({ status: "past_due" })).toMatchObject({
      status: "past_due",
      grace_ends_on: "2026-11-05",
    });
    app.clock.advance({ days: 3 });
    expect(await purchases.read(buyer)).toMatchObject({
      is_everything_unlocked: false,
      subscription: { status: "unpaid", grace_ends_on: "2026-11-05" },
      has_portal: true,
    });
    app.clock.advance({ days: -3 });
    expect(await become({ status: "active" })).toMatchObject({ status: "active" });
    expect(await become({ interval: "year" })).toMatchObject({ kind: "annual" });
    stripe.changeSubscription(id, { cancel_at_period_end: true });
    stripe.setUnavailable(true);
    expect((await purchases.refresh(buyer)).subscription?.ends_on).toBeNull();
    stripe.setUnavailable(false);
    expect((await purchases.refresh(buyer)).subscription?.ends_on).not.toBeNull();
    expect(await become({ status: "canceled" })).toBeNull();
    expect(await purchases.portal(buyer)).toBe(
      `https://billing.stripe.example/${session.customer}`,
    );
    stripe.setUnavailable(true);
    const refused = await app.as(buyer, "POST", "/api/billing/portal");
    expect(await refused.clone().json()).toMatchObject({
      message: "The billing page could not be opened. Please try again.",
    });
    expect(await readError(refused)).toEqual([503, "portal_failed"]);
    stripe.setUnavailable(false);
    expect(await purchases.portal(buyer)).toBe(
      `https://billing.stripe.example/${session.customer}`,
    );
  });
});

describe("events", () => {
  test("events without Stripe's signature, or with another's, are refused and not kept", async () => {
    const { session } = await open(buyer, "monthly");
    stripe.pay(session.id);
    const event = takeEvent();
    const { body, headers } = stripe.request(event);
    const send = (init: RequestInit) =>
      app.request("/api/billing/webhook", { method: "POST", ...init });
    const refused = [400, "webhook_invalid"];
    expect(await readError(await send({ body }))).toEqual(refused);
    expect(await readError(await send({ headers, body: `${String(body)} ` }))).toEqual(refused);
    expect(
      await readError(await send({ body, headers: { "Stripe-Signature": "t=1,v1=00" } })),
    ).toEqual(refused);
    const { count } = await app.db
      .selectFrom("billing_events")
      .where("id", "=", event.id)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test("are stored before they are processed, and each is processed once", async () => {
    const { session } = await open(buyer, "monthly");
    stripe.pay(session.id);
    const events = stripe.takeEvents();
    for (const event of [...events, ...events]) await deliver(event);
    const kept = () =>
      app.db
        .selectFrom("billing_events")
        .where("user_id", "=", buyer.user_id)
        .select(["id", "state"])
        .orderBy("received_at")
        .orderBy("id")
        .execute();
    const received = await kept();
    expect(received.map(({ state }) => state)).toEqual(events.map(() => "received"));
    expect(received.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    await app.work();
    const before = stripe.asked.length;
    for (const event of events) await deliver(event);
    await app.work();
    expect(stripe.asked.length).toBe(before);
    expect((await kept()).map(({ state }) => state)).toEqual(events.map(() => "worked"));
  });

  test("events that arrive again are processed if they never were, because their job was given up", async () => {
    const id = await createAnswered(buyer);
    const { session } = await open(buyer, "single", id);
    await app.work();
    stripe.pay(session.id);
    const events = stripe.takeEvents();
    for (const event of events) await deliver(event);
    await app.jobs.runDue({
      handle_billing_event: async () => {
        throw new UnrecoverableJobError("Given up.");
      },
    });
    await app.work();
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
    for (const event of events) expect((await deliver(event)).status).toBe(200);
    await app.work();
    expect((await purchases.read(buyer)).unlocked).toMatchObject([{ circle_id: id }]);
  });

  test("events that are set back to received by hand are processed again the next night", async () => {
    const id = await createAnswered(buyer);
    const { session } = await buy(buyer, "single", id);
    stripe.refund(session.id);
    takeEvent();
    await app.db
      .updateTable("billing_events")
      .set({ state: "received" })
      .where("user_id", "=", buyer.user_id)
      .execute();
    app.clock.advance({ hours: 2 });
    await reconcile();
    const states = await app.db
      .selectFrom("billing_events")
      .where("user_id", "=", buyer.user_id)
      .select("state")
      .execute();
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["worked"]));
    expect((await purchases.read(buyer)).unlocked).toEqual([]);
  });

  test("events that name only a payment are kept as their buyer's", async () => {
    const { session } = await buy(buyer, "single", await createAnswered(buyer));
    stripe.dispute(session.id, "needs_response");
    const event = takeEvent();
    expect((await deliver(event)).status).toBe(200);
    const kept = await app.db
      .selectFrom("billing_events")
      .where("id", "=", event.id)
      .select("user_id")
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ user_id: buyer.user_id });
  });

  test("about an unknown customer are not kept", async () => {
    const stranger = await app.createOwner();
    const { session } = await open(stranger, "monthly");
    stripe.pay(session.id);
    const events = stripe.takeEvents();
    await app.db.deleteFrom("auth.users").where("id", "=", stranger.user_id).execute();
    for (const event of events) expect((await deliver(event)).status).toBe(200);
    await app.work();
    const kept = await app.db
      .selectFrom("billing_events")
      .where(
        "id",
        "in",
        events.map(({ id }) => id),
      )
      .select("id")
      .execute();
    expect(kept).toEqual([]);
  });
});
