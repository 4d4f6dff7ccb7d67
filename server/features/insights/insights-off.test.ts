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
});
