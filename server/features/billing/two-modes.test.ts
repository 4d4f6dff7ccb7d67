import { expect, test } from "vitest";
import { ownerOfRow } from "#server/access/owner.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { stripeWebhookSecret, useStripeDouble } from "#server/testing/stripe/stripe-double.ts";
import { startCheckout } from "./checkout/start-checkout.ts";
import { reconcileCustomer } from "./events/reconcile.ts";
import { billingJobs } from "./jobs.ts";
import { readBilling } from "./read-billing.ts";
import { stripeBilling } from "./stripe/billing-choice.ts";
import { openStripe } from "./stripe/client.ts";
import { setUpStripe } from "./stripe/set-up/set-up-stripe-account.ts";

const liveKey = "sk_live_double";
const { app, stripe, open, buy, deliverAll } = useStripeApp();
const live = useStripeDouble(() => app.clock, liveKey);

/** The dependencies of the same server after its key was replaced by the live one. */
async function goLive() {
  await setUpStripe(await openStripe(liveKey, live.url));
  const openPayments = stripeBilling.configure(
    {
      STRIPE_SECRET_KEY: liveKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_URL: live.url,
    },
    (_, sentence) => expect.fail(sentence),
  );
  const payments = await openPayments?.(app.deps);
  if (payments === undefined) throw new Error("The settings are complete.");
  const { deps } = app;
  return { ...deps, payments, config: { ...deps.config, billing: payments.name } };
}

type LiveDeps = Awaited<ReturnType<typeof goLive>>;

async function buyLive(
  deps: LiveDeps,
  owner: TestOwner,
  kind: "single" | "annual",
  circleId: string | null,
) {
  const wanted = { kind, circle_id: circleId };
  const { url } = await startCheckout(deps, ownerOfRow(owner), wanted);
  const session = live.sessionAt(url);
  live.pay(session.id);
  await reconcileCustomer(deps, owner.user_id);
  return session;
}

test("what was bought with the test key counts only with that key, and so does what was bought with the live key", async () => {
  const owner = await app.createOwner();
  const circleId = await app.circles.create(owner);
  await app.circles.answerAs(circleId, "ana");
  await buy(owner, "single", circleId);
  const spare = await open(owner, "single");
  await buy(owner, "monthly");
  const inTest = await app.purchases.read(owner);
  expect(inTest).toMatchObject({ unlocked: [{}], is_everything_unlocked: true });

  const deps = await goLive();
  const readLive = () => readBilling(deps, ownerOfRow(owner));
  expect(await readLive()).toMatchObject({
    unlocked: [],
    credits_count: 0,
    receipts: [],
    subscription: null,
    has_portal: false,
  });
  await buyLive(deps, owner, "single", circleId);
  expect(await readLive()).toMatchObject({
    unlocked: [{ circle_id: circleId }],
    is_everything_unlocked: false,
  });
  await buyLive(deps, owner, "annual", null);
  const inLive = await readLive();
  expect(inLive).toMatchObject({ subscription: { kind: "annual" } });

  // With the test key again, what is read there says nothing about what was bought with money.
  stripe.pay(spare.session.id);
  await deliverAll();
  await reconcileCustomer({ ...app.deps, payments: deps.payments }, owner.user_id);
  expect(await app.purchases.read(owner)).toMatchObject({
    ...inTest,
    receipts: expect.any(Array),
    credits_count: expect.any(Number),
  });
  expect(await readLive()).toEqual(inLive);
});

test("erasing an account with the live key ends and refunds what money was taken for, and asks for nothing of test mode", async () => {
  const owner = await app.createOwner();
  const inTest = await open(owner, "annual");
  const deps = await goLive();
  const year = await buyLive(deps, owner, "annual", null);
  const other = await app.createOwner();
  const wanted = { kind: "single", circle_id: null } as const;
  const { url } = await startCheckout(deps, ownerOfRow(other), wanted);
  const late = live.sessionAt(url);
  for (const { email, ...rest } of [owner, other]) {
    await app.as({ email, ...rest }, "DELETE", "/api/account", { email });
  }
  live.pay(late.id);
  const askedBefore = stripe.asked.length;
  await app.jobs.runDue(billingJobs(deps));
  expect(live.subscriptions.get(year.subscription ?? "")?.status).toBe("canceled");
  expect(live.customers.has(year.customer)).toBe(false);
  expect(live.isRefundedOrDisputed(late.id)).toBe(true);
  // The test checkout and its customer are left as they are, and the log names both.
  expect(inTest.session.status).toBe("open");
  expect(stripe.asked.length).toBe(askedBefore);
  expect(await app.jobs.states("refund_erased_checkout")).toEqual(["completed", "failed"]);
});
