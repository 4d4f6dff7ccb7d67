import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({ environment: { INSIGHTS_MODEL: "off" } });

test("a server without insights says so to the owner, and to the invitee before the first answer", async () => {
  const owner = await app.createOwner();
  const circle = await app.circles.seed(owner);
  const address = `/api/circles/${circle.id}/insights`;
  const state = await app.as(owner, "GET", address);
  expect(await state.json()).toMatchObject({ use: "off", insights: null });
  const refused = await app.as(owner, "POST", address);
  expect(await refused.json()).toMatchObject({ code: "insights_off" });
  const page = await app.request(`/invite?token=${circle.findToken(0)}`);
  expect(await page.text()).not.toContain("Insights may use it");

  const answers = { 1: "You are patient." };
  expect((await app.circles.answer(circle.findToken(0), { answers })).status).toBe(201);
  const kept = await app.db.selectFrom("feedback").select("consented_processor").execute();
  expect(kept, "nobody may process later what nothing was said of").toEqual([
    { consented_processor: null },
  ]);
});
