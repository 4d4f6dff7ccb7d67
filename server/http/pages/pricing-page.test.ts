import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({
  environment: { BILLING: "test", INSIGHTS_MODEL: "off" },
});

const withTax = useTestApp({
  environment: {
    BILLING: "stripe",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_AUTOMATIC_TAX: "on",
    STRIPE_TAX_BEHAVIOR: "exclusive",
    REFUND_TERMS: "Within <14> days: write to us.",
  },
});

test("a server without insights does not advertise them", async () => {
  const page = await (await app.request("/pricing")).text();
  expect(page).toContain("All feedback and encouragement");
  expect(page).not.toMatch(/insight|summarized/i);
});

test("a server that adds tax says so, and shows the operator's refund terms", async () => {
  expect(await (await withTax.request("/pricing")).text()).toContain("checkout adds it");
  expect(await (await withTax.request("/pricing")).text()).toContain(
    "Within &lt;14&gt; days: write to us.",
  );
  const page = await (await app.request("/pricing")).text();
  expect(page).toContain("no tax is added to it");
  expect(page).not.toMatch(/refund/i);
});
