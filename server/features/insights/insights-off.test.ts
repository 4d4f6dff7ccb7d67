import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";
import { seedCircle } from "#server/testing/seed-circle.ts";

const database = useTestDatabase();
const app = useTestApp(database, { environment: { INSIGHTS_MODEL: "off" } });

test("a server without insights says so to the owner, and to the invitee before the first answer", async () => {
  const owner = await app.createOwner();
  const circle = await seedCircle(app.deps.db, owner, { now: app.clock.now() });
  const address = `/api/circles/${circle.id}/insights`;
  const state = await app.as(owner, "GET", address);
  expect(await state.json()).toMatchObject({ use: "off", insights: null });
  const refused = await app.as(owner, "POST", address);
  expect(await refused.json()).toMatchObject({ code: "insights_off" });
  const page = await app.request(`/invite?token=${circle.people[0]?.invite_token}`);
  expect(await page.text()).not.toContain("Insights may use it");

  const answered = await app.request("/api/feedback", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Invite-Token": circle.people[0]?.invite_token ?? "",
    },
    body: JSON.stringify({
      submission_key: randomUUID(),
      answers: { 1: "You are patient." },
      insights_by: "here",
    }),
  });
  expect(answered.status).toBe(201);
  const kept = await database.db.selectFrom("feedback").select("insights_by").execute();
  expect(kept, "nobody may process later what nothing was said of").toEqual([
    { insights_by: null },
  ]);
});
