import { expect, it } from "vitest";
import type { TestOwner } from "#server/testing/owners.ts";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";
import { readError } from "#server/testing/test-purchases.ts";
import { jobHandlers } from "#server/worker.ts";

const { app, stripe, open, buy, deliverAll } = useStripeApp();
const { purchases } = app;

async function createAnswered(owner: TestOwner): Promise<string> {
  const circleId = await app.circles.create(owner);
  await app.circles.answerAs(circleId, "ana");
  return circleId;
}

/** An owner with the payment page of a paraline open in a tab. */
async function openPage() {
  const owner = await app.createOwner();
  const circleId = await createAnswered(owner);
  const page = await open(owner, "single", circleId);
  return { owner, circleId, page: page.session };
}

it("a payment page that is left open takes no money once its paraline is unlocked by a subscription", async () => {
  const { owner, page } = await openPage();
  await buy(owner, "monthly");
  expect(stripe.pay(page.id)).toBe(false);
});

it("a payment page that is left open takes no money once an unlock is bought in another tab that can unlock its paraline", async () => {
  const { owner, circleId, page } = await openPage();
  await buy(owner, "single");
  expect(stripe.pay(page.id)).toBe(false);
  await deliverAll();
  expect((await purchases.use(owner, circleId)).status).toBe(200);
  expect(await readError(await purchases.start(owner, "single", circleId))).toEqual([
    409,
    "already_unlocked",
  ]);
});

it("what is paid there before it is closed is an unlock that the owner can use elsewhere", async () => {
  const { owner, circleId, page } = await openPage();
  const other = await open(owner, "single");
  expect([stripe.pay(other.session.id), stripe.pay(page.id)]).toEqual([true, true]);
  await deliverAll();
  expect(await purchases.read(owner)).toMatchObject({
    credits_count: 1,
    unlocked: [{ circle_id: circleId }],
  });
  expect((await purchases.use(owner, await createAnswered(owner))).status).toBe(200);
});

it("the page of another paraline stays open, and one that Stripe does not know keeps no other open", async () => {
  const { owner, page: unknown } = await openPage();
  const { session: other } = await open(owner, "single", await createAnswered(owner));
  const { session: paid } = await open(owner, "single", await createAnswered(owner));
  stripe.pay(paid.id);
  await deliverAll();
  expect([unknown.status, other.status]).toEqual(["open", "open"]);
  stripe.forgetSession(unknown.id);
  await buy(owner, "monthly");
  expect(other.status).toBe("expired");
  // The job is tried again.
  stripe.restoreSession(unknown);
  await app.jobs.runDue(jobHandlers(app.deps), { early: true });
  expect(unknown.status).toBe("expired");
});
