import { afterAll, expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { startModelDouble } from "#server/testing/model-double.ts";
import { readError } from "#server/testing/test-purchases.ts";

const model = await startModelDouble();
afterAll(() => model.close());

const app = useTestApp({
  environment: {
    BILLING: "test",
    INSIGHTS_MODEL: "openai-compatible:double-1",
    INSIGHTS_BASE_URL: model.baseUrl,
    INSIGHTS_API_KEY: "key",
  },
});

test("results that lock while a model writes are not sent to it again, and its text is not shown", async () => {
  const owner = await app.createOwner();
  const circle = await app.circles.seed(owner);
  for (const { invite_token } of circle.people) {
    const answers = { 1: "You are patient." };
    expect((await app.circles.answer(invite_token, { answers })).status).toBe(201);
  }
  await app.purchases.buy(owner, "monthly");
  model.answerWith(() => {
    app.clock.advance({ minutes: 4 });
    return { content: "{}" };
  });
  await app.db
    .updateTable("subscriptions")
    .set({ ends_at: new Date(app.clock.now().getTime() + 60_000), renews_at: null })
    .where("user_id", "=", owner.user_id)
    .execute();
  const address = `/api/circles/${circle.id}/insights`;
  expect(await readError(await app.as(owner, "POST", address))).toEqual([402, "results_locked"]);
  expect(model.asked).toHaveLength(1);
});
