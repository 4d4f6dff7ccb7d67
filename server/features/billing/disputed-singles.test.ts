import { expect, test } from "vitest";
import { useStripeApp } from "#server/testing/stripe/stripe-app.ts";

const { app, stripe, buy, deliverAll, reconcile } = useStripeApp();
const { purchases } = app;

async function answered(owner: Parameters<typeof app.circles.create>[0]) {
  const id = await app.circles.createInvited(owner);
  await app.circles.answerAs(id, "ana");
  return id;
}

test("an unlock whose paraline was deleted while its payment was disputed can be used again once the dispute is won", async () => {
  const owner = await app.createOwner();
  const id = await answered(owner);
  const { session } = await buy(owner, "single", id);
  stripe.dispute(session.id, "needs_response");
  await deliverAll();
  const removed = await app.as(owner, "DELETE", `/api/circles/${id}`, {
    title: "Should I leave the orchestra?",
  });
  expect(removed.status).toBe(200);
  await app.work();
  stripe.dispute(session.id, "won");
  await deliverAll();
  expect((await purchases.read(owner)).credits_count).toBe(1);
});

test("a dispute that is won more than half a year after the purchase restores the unlock, although its event is lost", async () => {
  const owner = await app.createOwner();
  const id = await answered(owner);
  const { session } = await buy(owner, "single", id);
  app.clock.advance({ days: 115 });
  stripe.dispute(session.id, "needs_response");
  await deliverAll();
  app.clock.advance({ days: 105 });
  stripe.dispute(session.id, "won");
  stripe.takeEvents();
  await reconcile();
  expect((await purchases.read(owner)).unlocked).toHaveLength(1);
});
