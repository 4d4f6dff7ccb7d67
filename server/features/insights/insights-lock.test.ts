import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";
import { startModelDouble } from "#server/testing/model-double.ts";
import { seedCircle } from "#server/testing/seed-circle.ts";
import { errorOf, testPurchasesOf } from "#server/testing/test-purchases.ts";

const model = await startModelDouble();
afterAll(() => model.close());

const database = useTestDatabase();
const app = useTestApp(database, {
  environment: {
    BILLING: "test",
    INSIGHTS_MODEL: "openai-compatible:double-1",
    INSIGHTS_BASE_URL: model.base_url,
    INSIGHTS_API_KEY: "key",
  },
});
const purchases = testPurchasesOf(app);

test("results that lock while a model writes are sent to it no more, and what it wrote is not shown", async () => {
  const owner = await app.createOwner();
  const circle = await seedCircle(app.deps.db, owner, { now: app.clock.now() });
  for (const { invite_token } of circle.people) {
    const answered = await app.request("/api/feedback", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Invite-Token": invite_token },
      body: JSON.stringify({
        submission_key: randomUUID(),
        answers: { 1: "You are patient." },
        insights_by: "here",
      }),
    });
    expect(answered.status).toBe(201);
  }
  await purchases.buy(owner, "monthly");
  model.answerWith(() => {
    app.clock.advance({ minutes: 4 });
    return { content: "{}" };
  });
  await database.db
    .updateTable("subscriptions")
    .set({ ends_at: new Date(app.clock.now().getTime() + 60_000), renews_at: null })
    .where("user_id", "=", owner.user_id)
    .execute();
  const address = `/api/circles/${circle.id}/insights`;
  expect(await errorOf(await app.as(owner, "POST", address))).toEqual([402, "results_locked"]);
  expect(model.asked).toHaveLength(1);
});
