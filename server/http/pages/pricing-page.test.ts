import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({
  environment: { BILLING: "test", INSIGHTS_MODEL: "off" },
});

test("a server without insights sells none", async () => {
  const page = await (await app.request("/pricing")).text();
  expect(page).toContain("All feedback and encouragement");
  expect(page).not.toMatch(/insight|summarised/i);
});
