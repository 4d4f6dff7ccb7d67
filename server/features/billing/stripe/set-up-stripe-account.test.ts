import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { prices } from "#contract/limits.ts";
import { createTestClock } from "#server/testing/clock.ts";
import {
  stripeKey,
  stripeWebhookSecret,
  useStripeDouble,
} from "#server/testing/stripe/stripe-double.ts";
import { setUpStripeAccount } from "./set-up-stripe-account.ts";

const clock = createTestClock();
const stripe = useStripeDouble(() => clock);
const emptyAccount = useStripeDouble(() => clock);

async function setUp(environment: NodeJS.ProcessEnv, account = stripe) {
  const lines: string[] = [];
  const isDone = await setUpStripeAccount({ STRIPE_API_URL: account.url, ...environment }, (line) =>
    lines.push(line),
  );
  return { isDone, lines };
}

const withoutIds = (lines: string[]) =>
  lines.map((line) => line.replace(/ (price|bpc|we)_\w+/, ""));

describe("setting up a Stripe account", () => {
  test("needs a key, and says which setting cannot be used", async () => {
    expect(await setUp({})).toEqual({
      isDone: false,
      lines: ["STRIPE_SECRET_KEY is missing: set it in the environment or in .env."],
    });
    const refused = await setUp({ STRIPE_SECRET_KEY: "pk_test_1", PUBLIC_URL: "paraline" });
    expect(refused.lines).toEqual([
      "STRIPE_SECRET_KEY must begin with sk_ or rk_ and test_ or live_",
      "PUBLIC_URL must be an address like https://paraline.example",
    ]);
  });

  test("creates products and prices, the portal and the webhook, and shows its secret that once", async () => {
    const environment = {
      STRIPE_SECRET_KEY: stripeKey,
      PUBLIC_URL: "https://paraline.example/",
    };
    const first = await setUp(environment, emptyAccount);
    expect(first.isDone).toBe(true);
    expect(withoutIds(first.lines)).toEqual([
      "paraline_single: made",
      "paraline_monthly: made",
      "paraline_annual: made",
      "portal: made",
      "webhook: made, https://paraline.example/api/billing/webhook",
      `\nSTRIPE_WEBHOOK_SECRET=${stripeWebhookSecret}`,
    ]);
    const made = emptyAccount.prices.size;
    const again = await setUp(environment, emptyAccount);
    expect(withoutIds(again.lines)).toEqual([
      "paraline_single: found",
      "paraline_monthly: found",
      "paraline_annual: found",
      "portal: found",
      "webhook: found, https://paraline.example/api/billing/webhook",
    ]);
    expect(emptyAccount.prices.size).toBe(made);
  });

  test("makes no webhook for an address that Stripe cannot reach", async () => {
    const { lines } = await setUp({ STRIPE_SECRET_KEY: stripeKey });
    expect(lines.at(-1)).toBe(
      "webhook: not made, because Stripe can only reach a PUBLIC_URL with https://",
    );
  });

  test("replaces a price of another amount under its lookup key, and keeps the old one for its subscribers", async () => {
    await setUp({ STRIPE_SECRET_KEY: stripeKey });
    const monthly = [...stripe.prices.values()].find(
      ({ lookup_key }) => lookup_key === "paraline_monthly",
    );
    if (monthly === undefined) throw new Error("It was just made.");
    monthly.unit_amount = 900;
    const { lines } = await setUp({ STRIPE_SECRET_KEY: stripeKey });
    expect(withoutIds(lines)).toContain("paraline_monthly: made");
    const keyed = [...stripe.prices.values()].filter(({ lookup_key }) => lookup_key !== null);
    expect(keyed.map(({ unit_amount }) => unit_amount).toSorted((a, b) => a - b)).toEqual([
      prices.singleCents,
      prices.monthlyCents,
      prices.annualCents,
    ]);
    expect(stripe.prices.get(monthly.id)?.lookup_key).toBeNull();
  });

  test("is done by the built server too, which an image holds without the tools", async () => {
    await setUp({ STRIPE_SECRET_KEY: stripeKey });
    const child = spawn(process.execPath, ["dist/server/main.js", "stripe-setup"], {
      env: { STRIPE_SECRET_KEY: stripeKey, STRIPE_API_URL: stripe.url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    expect(withoutIds(output.split("\n"))).toContain("paraline_annual: found");
  });

  test("is written down for operators with the commands and the keys that it has", () => {
    const page = readFileSync("docs/operating.md", "utf8");
    for (const words of [
      "npm run stripe:setup",
      "node dist/server/main.js stripe-setup",
      "paraline_single",
      "paraline_monthly",
      "paraline_annual",
      "/api/billing/webhook",
      "STRIPE_WEBHOOK_SECRET",
    ]) {
      expect(page).toContain(words);
    }
  });
});
