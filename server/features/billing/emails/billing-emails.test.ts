import { describe, expect, test } from "vitest";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { jobHandlers } from "#server/worker.ts";

const { app, stripe, buy, open, deliver, deliverAll, reconcile } = useStripeApp({
  BILLING_RECEIPTS: "on",
  REFUND_TERMS: "Within 14 days, write to us.",
});
const owner = app.useOwner();

const listEmails = async (kind: string, to: TestOwner = owner) =>
  (await app.emails.to(to.email)).filter((mail) => mail.kind === kind);
const failures = () => listEmails("billing_payment_failed");
const receipts = () => listEmails("billing_receipt");

async function subscribe(kind: "monthly" | "annual" = "monthly") {
  const { session } = await buy(owner, kind);
  return session.subscription ?? "";
}

describe("when a payment of a subscription fails", () => {
  test("its owner gets one email, with the page where it can be paid and the day until which everything is unlocked", async () => {
    const id = await subscribe();
    stripe.failRenewal(id);
    await deliverAll();
    await reconcile();
    const [mail, ...others] = await failures();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your payment failed");
    for (const words of [
      "We have not received the payment of $15 for your monthly plan",
      "Everything stays unlocked until Nov 05, 2026",
      `https://invoice.stripe.example/${stripe.subscriptions.get(id)?.invoice.id}`,
      "http://localhost:3000/settings",
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(mail?.text).not.toMatch(/unsubscribe/i);
    expect(mail?.headers).not.toHaveProperty("List-Unsubscribe");
  });

  test("another invoice that fails is another email", async () => {
    const id = await subscribe();
    stripe.failRenewal(id);
    await deliverAll();
    stripe.fixCard(id);
    await deliverAll();
    stripe.failRenewal(id);
    await deliverAll();
    expect(await failures()).toHaveLength(2);
  });

  test("the email asks for a confirmation where the bank wants one", async () => {
    const id = await subscribe("annual");
    stripe.failRenewal(id, { needsConfirmation: true });
    await deliverAll();
    const [mail] = await failures();
    expect(mail?.subject).toBe("Please confirm your payment");
    expect(mail?.text).toContain(
      "Your bank asks you to confirm the payment of $129 for your annual plan",
    );
  });

  test("the email and Settings name the end of a subscription that ends before the three days are over", async () => {
    const id = await subscribe();
    const endsAt = new Date("2026-11-03T12:00:00Z");
    stripe.changeSubscription(id, { cancel_at: endsAt.getTime() / 1000 });
    stripe.failRenewal(id);
    await deliverAll();
    const [mail] = await failures();
    expect(mail?.text).toContain("Everything stays unlocked until Nov 03, 2026.");
    expect((await app.purchases.read(owner)).subscription?.grace_ends_on).toBe("2026-11-03");
    app.clock.set(endsAt);
    expect((await app.purchases.read(owner)).is_everything_unlocked).toBe(false);
  });

  test("nothing is sent about what was paid before the email left", async () => {
    const id = await subscribe();
    const { handle_billing_event } = jobHandlers(app.deps);
    const workEvents = async () => {
      for (const event of stripe.takeEvents()) await deliver(event);
      await app.jobs.runDue({ handle_billing_event });
    };
    const states = async () => {
      const rows = await app.db
        .selectFrom("emails")
        .where("user_id", "=", owner.user_id)
        .where("kind", "=", "billing_payment_failed")
        .select("state")
        .execute();
      return rows.map(({ state }) => state);
    };
    stripe.failRenewal(id);
    await workEvents();
    expect(await states()).toEqual(["queued"]);
    stripe.fixCard(id);
    await workEvents();
    await app.work();
    expect(await states()).toEqual(["skipped"]);
    expect(await failures()).toEqual([]);
  });

  test("the email goes to an address that has opted out of emails, because it is no news", async () => {
    const id = await subscribe();
    await app.emails.optOut(owner.email);
    stripe.failRenewal(id);
    await deliverAll();
    expect(await failures()).toHaveLength(1);
  });

  test("Settings leads to the page where it can be paid, until it is", async () => {
    const id = await subscribe();
    expect((await app.purchases.read(owner)).subscription?.pay_url).toBeNull();
    stripe.failRenewal(id);
    await deliverAll();
    expect((await app.purchases.read(owner)).subscription?.pay_url).toMatch(
      /^https:\/\/invoice\.stripe\.example\//,
    );
    stripe.fixCard(id);
    await deliverAll();
    expect((await app.purchases.read(owner)).subscription?.pay_url).toBeNull();
  });
});

describe("the receipts of this server", () => {
  test("say what was paid for a paraline, when and on which terms, once", async () => {
    const id = await app.circles.create(owner);
    await app.circles.answerAs(id, "ana");
    await buy(owner, "single", id);
    await reconcile();
    const [mail, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your receipt: $5");
    for (const words of [
      "One paraline, unlocked for good",
      "“Should I leave the orchestra?”",
      "Nov 02, 2026",
      "https://invoice.stripe.example/",
      "Refunds: Within 14 days, write to us.",
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(mail?.headers).not.toHaveProperty("List-Unsubscribe");
  });

  test("come for each payment of a subscription", async () => {
    const id = await subscribe();
    expect(await receipts()).toHaveLength(1);
    stripe.renew(id);
    await deliverAll();
    await reconcile();
    const emails = await receipts();
    expect(emails.map(({ subject }) => subject)).toEqual([
      "Your receipt: $15",
      "Your receipt: $15",
    ]);
    expect(emails[0]?.text).toContain("Unlimited paralines, one month");
  });

  test("do not come for what cost nothing, nor for what was refunded by then", async () => {
    const free = await open(owner, "single");
    stripe.pay(free.session.id, { free: true });
    await deliverAll();
    const refunded = await open(owner, "single");
    stripe.pay(refunded.session.id);
    stripe.refund(refunded.session.id);
    await deliverAll();
    expect(await receipts()).toEqual([]);
  });
});

test("two payments that were made before Stripe was asked have a receipt and an email each, and a refund of the first is known", async () => {
  for (const isRefunded of [false, true]) {
    const buyer = await app.createOwner();
    const { session } = await open(buyer, "monthly");
    stripe.pay(session.id);
    const id = session.subscription ?? "";
    stripe.changePlan(id, "year", 11_400);
    if (isRefunded) stripe.refundPayment(stripe.listInvoices(id)[0]?.payment_intent ?? "");
    const [last] = stripe.takeEvents().slice(-1);
    if (last !== undefined) await deliver(last);
    await app.work();
    expect(await app.purchases.read(buyer)).toMatchObject({
      is_everything_unlocked: true,
      receipts: expect.arrayContaining([
        expect.objectContaining({ kind: "annual", amount_cents: 11_400, state: "paid" }),
        expect.objectContaining({
          kind: "monthly",
          amount_cents: 1500,
          state: isRefunded ? "refunded" : "paid",
        }),
      ]),
    });
    expect(await listEmails("billing_receipt", buyer)).toHaveLength(isRefunded ? 1 : 2);
  }
});
