import { describe, expect, test } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";

const { app, stripe, buy, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;
const buyer = app.useOwner();

async function subscribe(kind: "monthly" | "annual") {
  const { session } = await buy(buyer, kind);
  return session.subscription ?? "";
}

const isUnlocked = async () => (await purchases.read(buyer)).is_everything_unlocked;

/** Stripe cancels the subscription at once because of the dispute, as the account's settings may say. */
const cancelForDispute = (id: string) =>
  stripe.changeSubscription(id, { status: "canceled", cancelledFor: "payment_disputed" });

describe("a subscription that Stripe cancels because a payment is disputed", () => {
  test("unlocks the rest of its period again once the dispute is won, and is not charged again", async () => {
    const id = await subscribe("annual");
    app.clock.advance({ days: 40 });
    stripe.disputeSubscription(id, "needs_response");
    cancelForDispute(id);
    await deliverAll();
    expect(await isUnlocked()).toBe(false);
    app.clock.advance({ days: 60 });
    stripe.disputeSubscription(id, "won");
    await deliverAll();
    expect(await purchases.read(buyer)).toMatchObject({
      is_everything_unlocked: true,
      subscription: { status: "active", renews_on: null, ends_on: "2027-11-02" },
    });
    app.clock.advance({ days: 265 });
    await reconcile();
    expect(await isUnlocked()).toBe(false);
  });

  test("does not hide another one that was bought in between and is charged again", async () => {
    const id = await subscribe("annual");
    stripe.disputeSubscription(id, "needs_response");
    cancelForDispute(id);
    await deliverAll();
    await subscribe("monthly");
    stripe.disputeSubscription(id, "won");
    await deliverAll();
    const subscription = async () => (await purchases.read(buyer)).subscription;
    expect(await subscription()).toMatchObject({ kind: "monthly", renews_on: "2026-12-02" });
  });

  test("stays locked if the dispute is lost", async () => {
    const id = await subscribe("annual");
    stripe.disputeSubscription(id, "needs_response");
    cancelForDispute(id);
    stripe.disputeSubscription(id, "lost");
    await deliverAll();
    expect(await isUnlocked()).toBe(false);
  });

  test("unlocks the running period if the disputed payment was for an earlier one", async () => {
    const id = await subscribe("monthly");
    const [first] = stripe.invoicesOf(id);
    app.clock.advance({ days: 30 });
    stripe.renew(id);
    await deliverAll();
    stripe.disputePayment(first?.payment_intent ?? "", "needs_response");
    cancelForDispute(id);
    await deliverAll();
    expect(await isUnlocked()).toBe(true);
  });
});
