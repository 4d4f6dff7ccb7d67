import { expect, it } from "vitest";
import { listFurtherQuestions } from "#contract/circles/further-questions.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({ environment: { BILLING: "test" } });
const owner = app.useOwner();
const { createInvited, answerAs, askFurther } = app.circles;

const results = (id: string) => app.call(owner, readResults, { params: { id } });

it("a further question is unlocked exactly when its paraline is, by a single unlock too", async () => {
  const id = await createInvited(owner);
  const { circle_id } = await askFurther(owner, id);
  await answerAs(circle_id, "ana");
  expect(await results(circle_id)).toMatchObject({ is_locked: true, responses_count: 1 });
  expect((await results(circle_id)).responses).toEqual([]);
  const insights = () => app.as(owner, "GET", `/api/circles/${circle_id}/insights`);
  expect((await insights()).status).toBe(402);
  const { items } = await app.call(owner, listFurtherQuestions, { params: { id } });
  expect(items).toMatchObject([{ responses_count: 1 }]);

  // A further question cannot be unlocked alone. The paraline is, even if nobody has answered its first questions.
  expect((await app.purchases.start(owner, "single", circle_id)).status).toBe(404);
  await app.purchases.buy(owner, "single", id);
  expect(await results(circle_id)).toMatchObject({ is_locked: false });
  expect((await results(circle_id)).responses).toHaveLength(1);
  expect((await insights()).status).toBe(200);
});
