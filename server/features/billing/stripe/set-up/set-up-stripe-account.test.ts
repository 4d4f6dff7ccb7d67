import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { prices } from "#contract/limits.ts";
import { createTestClock } from "#server/testing/clock.ts";
import {
  stripeKey,
  stripeWebhookSecret,
  useStripeDouble,
} from "#server/testing/stripe/stripe-double.ts";
import { taxCode } from "./set-up-prices.ts";
import { setUpStripeAccount } from "./set-up-stripe-account.ts";

const clock = createTestClock();
const stripe = useStripeDouble(() => clock);
const emptyAccount = useStripeDouble(() => clock);

const url = "https://paraline.example/api/billing/webhook";

async function setUp(environment: NodeJS.ProcessEnv, account = stripe, args: string[] = []) {
  const lines: string[] = [];
  const isDone = await setUpStripeAccount(
    { STRIPE_API_URL: account.url, ...environment },
    args,
    (line) => lines.push(line),
  );
  return { isDone, lines };
}

/** Sets up the account, including its webhook. */
const setUpAll = (args: string[] = [], more: NodeJS.ProcessEnv = {}) =>
  setUp(
    { STRIPE_SECRET_KEY: stripeKey, PUBLIC_URL: "https://paraline.example", ...more },
    stripe,
    args,
  );

/** Runs the setup and returns the lines that report a change. */
async function setUpAndTell(args: string[] = [], more: NodeJS.ProcessEnv = {}) {
  const { lines } = await setUpAll(args, more);
  return lines.filter((line) => !line.includes(": found "));
}

function keyed(lookupKey: string) {
  const price = [...stripe.prices.values()].find(({ lookup_key }) => lookup_key === lookupKey);
  if (price === undefined) throw new Error(`There is no ${lookupKey}.`);
  return price;
}

function only<Item>(items: Iterable<Item>): Item {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) throw new Error("There should be one.");
  return item;
}

const endpointsHere = (status: "enabled" | "disabled") =>
  [...stripe.endpoints.values()].filter(
    (endpoint) => endpoint.url === url && endpoint.status === status,
  );

const enabledEndpoint = () => only(endpointsHere("enabled"));

const withoutIds = (lines: string[]) =>
  lines.map((line) => line.replace(/ (price|bpc|we)_\w+/, ""));

describe("setting up a Stripe account", () => {
  test("needs a key, and says which setting or argument cannot be used", async () => {
    expect(await setUp({})).toEqual({
      isDone: false,
      lines: ["STRIPE_SECRET_KEY is missing: set it in the environment or in .env."],
    });
    const refused = await setUp({ STRIPE_SECRET_KEY: "pk_test_1", PUBLIC_URL: "paraline" });
    expect(refused.lines).toEqual([
      "STRIPE_SECRET_KEY must begin with sk_ or rk_ and test_ or live_",
      "PUBLIC_URL must be an address like https://paraline.example",
    ]);
    expect(await setUpAll(["--everything"])).toEqual({
      isDone: false,
      lines: ["--everything is not known here. There is only --disable-old-webhook."],
    });
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
      `product: found paraline_single, tax code ${taxCode}`,
      `product: found paraline_unlimited, tax code ${taxCode}`,
      "portal: made",
      `webhook: made, ${url}`,
      `\nSTRIPE_WEBHOOK_SECRET=${stripeWebhookSecret}`,
    ]);
    expect(
      [...emptyAccount.prices.values()].map(({ unit_amount, interval, tax_behavior }) => [
        unit_amount,
        interval,
        tax_behavior,
      ]),
    ).toEqual([
      [prices.singleCents, null, "inclusive"],
      [prices.monthlyCents, "month", "inclusive"],
      [prices.annualCents, "year", "inclusive"],
    ]);
  });

  test("changes nothing in a complete account, and says so", async () => {
    const environment = {
      STRIPE_SECRET_KEY: stripeKey,
      PUBLIC_URL: "https://paraline.example/",
    };
    await setUp(environment, emptyAccount);
    const asked = emptyAccount.asked.length;
    const again = await setUp(environment, emptyAccount);
    expect(withoutIds(again.lines)).toEqual([
      "paraline_single: found",
      "paraline_monthly: found",
      "paraline_annual: found",
      `product: found paraline_single, tax code ${taxCode}`,
      `product: found paraline_unlimited, tax code ${taxCode}`,
      "portal: found",
      `webhook: found, ${url}`,
      "Nothing was changed.",
    ]);
    const questions = emptyAccount.asked.slice(asked);
    expect(questions.filter((question) => !question.startsWith("GET "))).toEqual([]);
  });

  test("makes no webhook for an address that Stripe cannot reach", async () => {
    const { lines } = await setUp({ STRIPE_SECRET_KEY: stripeKey });
    expect(lines).toContain(
      "webhook: not made, because Stripe can only reach a PUBLIC_URL with https://",
    );
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
    const page = readFileSync("docs/operating/payments.md", "utf8");
    for (const words of [
      "npm run stripe:setup",
      "node dist/server/main.js stripe-setup",
      "--disable-old-webhook",
      "paraline_single",
      "paraline_monthly",
      "paraline_annual",
      "/api/billing/webhook",
      "STRIPE_WEBHOOK_SECRET",
      "STRIPE_TAX_BEHAVIOR",
      taxCode,
    ]) {
      expect(page).toContain(words);
    }
  });
});

describe("a price at Stripe", () => {
  test.each([
    ["amount", { unit_amount: 1 }, "1 usd cents each month"],
    ["currency", { currency: "eur" }, "1500 eur cents each month"],
    ["interval", { interval: "year" }, "1500 usd cents each year"],
    ["tax behavior", { tax_behavior: "exclusive" }, "tax exclusive"],
  ] as const)(
    "a price at Stripe of another %s is replaced under its lookup key, in the portal too, and kept for its subscribers",
    async (_, changes, fault) => {
      await setUpAll();
      const { id } = keyed("paraline_monthly");
      stripe.changePrice(id, changes);
      const printed = await setUpAndTell();
      const made = keyed("paraline_monthly");
      expect(printed).toEqual([
        `paraline_monthly: made ${made.id}, which replaces ${id} (${fault}); who subscribed at the old one keeps it`,
        expect.stringMatching(/^portal: changed subscription_update of bpc_/),
      ]);
      expect(made).toMatchObject({
        unit_amount: prices.monthlyCents,
        currency: "usd",
        interval: "month",
        tax_behavior: "inclusive",
      });
      expect(stripe.prices.get(id)).toMatchObject({ lookup_key: null, active: true });
      expect(only(stripe.configurations.values()).features.subscription_update?.products).toEqual([
        { product: "paraline_unlimited", prices: [made.id, keyed("paraline_annual").id] },
      ]);
    },
  );

  test("a price at Stripe that never said whether it includes tax says so from then on", async () => {
    await setUpAll();
    const { id } = keyed("paraline_single");
    stripe.changePrice(id, { tax_behavior: "unspecified" });
    expect(await setUpAndTell()).toEqual([
      `paraline_single: set the tax behavior of ${id} to inclusive, which Stripe never changes again`,
    ]);
    expect(keyed("paraline_single")).toMatchObject({ id, tax_behavior: "inclusive" });
  });

  test("gets its tax added where the operator wants that", async () => {
    await setUpAll([], { STRIPE_TAX_BEHAVIOR: "exclusive" });
    expect(keyed("paraline_annual").tax_behavior).toBe("exclusive");
    await setUpAll();
    expect(keyed("paraline_annual").tax_behavior).toBe("inclusive");
  });

  test("a price at Stripe that is the operator's own is left as it is, and offered by the portal", async () => {
    await setUpAll();
    const { id } = keyed("paraline_annual");
    stripe.changePrice(id, { lookup_key: null, tax_behavior: "exclusive" });
    const { lines } = await setUpAll([], { STRIPE_PRICE_ANNUAL: id });
    expect(lines).toContain(`STRIPE_PRICE_ANNUAL: found ${id}`);
    expect(stripe.prices.get(id)?.tax_behavior).toBe("exclusive");
    expect(only(stripe.configurations.values()).features.subscription_update?.products).toEqual([
      { product: "paraline_unlimited", prices: [keyed("paraline_monthly").id, id] },
    ]);
    const wrong = await setUpAll([], {
      STRIPE_PRICE_ANNUAL: keyed("paraline_monthly").id,
      STRIPE_PRICE_SINGLE: "price_none",
    });
    expect(wrong.lines).toContain("STRIPE_PRICE_SINGLE: Stripe has no price price_none.");
    expect(wrong.lines.join()).toContain("but $129 is what the pages say");
  });
});

describe("a product at Stripe", () => {
  test("gets a tax code and is on sale again, and keeps a tax code of the operator's", async () => {
    await setUpAll();
    stripe.changeProduct("paraline_single", { tax_code: null });
    stripe.changeProduct("paraline_unlimited", { tax_code: "txcd_10103001", active: false });
    expect(await setUpAndTell()).toEqual([
      `product: paraline_single got the tax code ${taxCode}`,
      "product: paraline_unlimited made active again",
    ]);
    expect(stripe.products.get("paraline_unlimited")).toMatchObject({
      tax_code: "txcd_10103001",
      active: true,
    });
    stripe.changeProduct("paraline_unlimited", { tax_code: taxCode });
  });
});

describe("the portal", () => {
  test("changes plans upwards at once and downwards when the period ends, and shows invoices", async () => {
    await setUpAll();
    expect(only(stripe.configurations.values()).features).toMatchObject({
      customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      subscription_update: {
        proration_behavior: "always_invoice",
        schedule_at_period_end: {
          conditions: [{ type: "shortening_interval" }, { type: "decreasing_item_amount" }],
        },
      },
    });
  });

  test("the portal that an earlier version set up gets what it lacks", async () => {
    await setUpAll();
    const { id } = only(stripe.configurations.values());
    stripe.changePortal(id, {
      customer_update: { enabled: false, allowed_updates: [] },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ["price"],
        proration_behavior: "create_prorations",
        products: [{ product: "paraline_unlimited", prices: [keyed("paraline_annual").id] }],
      },
    });
    expect(await setUpAndTell()).toEqual([
      `portal: changed customer_update, subscription_update of ${id}`,
    ]);
    expect(await setUpAndTell()).toEqual(["Nothing was changed."]);
  });
});

describe("the webhook", () => {
  test("gets the events that it lacks, and keeps those that the operator added", async () => {
    await setUpAll();
    const { id, enabled_events } = enabledEndpoint();
    stripe.changeEndpoint(id, { enabled_events: ["payout.paid", ...enabled_events.slice(2)] });
    expect(await setUpAndTell()).toEqual([
      `webhook: ${id} added ${enabled_events.slice(0, 2).join(", ")}`,
    ]);
    expect(new Set(stripe.endpoints.get(id)?.enabled_events)).toEqual(
      new Set(["payout.paid", ...enabled_events]),
    );
    stripe.changeEndpoint(id, { enabled_events: ["*"] });
    expect(await setUpAndTell()).toEqual(["Nothing was changed."]);
  });

  test("the webhook that Stripe disabled is enabled again and keeps its secret", async () => {
    await setUpAll();
    const { id } = enabledEndpoint();
    stripe.changeEndpoint(id, { status: "disabled" });
    expect(await setUpAndTell()).toEqual([
      `webhook: ${id} enabled again, with the secret that it had`,
    ]);
    expect(stripe.endpoints.get(id)?.status).toBe("enabled");
  });

  test("the webhook of an older month of the same release stays", async () => {
    await setUpAll();
    const { id } = enabledEndpoint();
    stripe.changeEndpoint(id, { api_version: `2026-01-01.${Stripe.MAJOR_API_VERSION}` });
    expect(await setUpAndTell()).toEqual(["Nothing was changed."]);
  });

  test("the webhook of an older release is replaced, and disabled only when the operator says so", async () => {
    await setUpAll();
    const { id: old } = enabledEndpoint();
    stripe.changeEndpoint(old, { api_version: "2020-08-27" });
    const printed = await setUpAndTell(["--disable-old-webhook"]);
    const made = endpointsHere("enabled").find(({ id }) => id !== old);
    expect(made?.api_version).toBe(Stripe.API_VERSION);
    expect(printed).toEqual([
      `webhook: made ${made?.id}, ${url}`,
      expect.stringMatching(
        new RegExp(`^webhook: ${old} sends the same events as of 2020-08-27, and stays until`),
      ),
      `\nSTRIPE_WEBHOOK_SECRET=${stripeWebhookSecret}`,
    ]);
    expect((await setUpAndTell()).at(-1)).toBe("Nothing was changed.");
    expect(endpointsHere("enabled")).toHaveLength(2);
    expect(await setUpAndTell(["--disable-old-webhook"])).toEqual([`webhook: disabled ${old}`]);
    expect(enabledEndpoint().id).toBe(made?.id);
    expect(await setUpAndTell(["--disable-old-webhook"])).toEqual(["Nothing was changed."]);
  });

  test("the webhook of another address is left alone", async () => {
    const other = stripe.addEndpoint({ url: "https://other.example/stripe" });
    await setUpAndTell(["--disable-old-webhook"]);
    expect(stripe.endpoints.get(other)).toMatchObject({ status: "enabled", api_version: null });
  });
});
