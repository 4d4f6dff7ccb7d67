import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";

const app = useTestApp(useTestDatabase(), {
  environment: { BILLING: "test", INSIGHTS_MODEL: "off" },
});

test("a server without insights sells none", async () => {
  const page = await (await app.request("/pricing")).text();
  expect(page).toContain("All feedback and encouragement");
  expect(page).not.toMatch(/insight|summarised/i);
});
