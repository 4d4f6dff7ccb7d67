import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readConfig } from "#contract/config.ts";
import { ConfigError, listSettings, loadConfig } from "#server/config/config.ts";
import { envExample } from "#server/config/settings-docs.ts";
import { useTestApp } from "#server/testing/app.ts";
import { billingSettings, defineBillingChoice } from "./billing-choices.ts";
import type { CheckoutReport, OpenPayments } from "./provider.ts";
import { paymentProviders } from "./providers.ts";

const until = new Date("2026-12-02T09:00:00Z");

/** What was brought to the fruit provider's barn, by checkout. */
const paid = new Map<string, { kind: string; customer_id: string; isPaid: boolean }>();

function loadReport(id: string): CheckoutReport {
  const found = paid.get(id);
  if (found === undefined) throw new Error("Nothing was agreed on.");
  const { kind, customer_id, isPaid } = found;
  const paidAt = new Date("2026-11-02T09:00:00Z");
  return {
    state: isPaid ? "paid" : "open",
    amount_cents: 500,
    paid_at: paidAt,
    payment: undefined,
    subscription:
      !isPaid || kind === "single"
        ? undefined
        : {
            subscription_id: `season-${id}`,
            customer_id,
            kind: "monthly",
            status: "active",
            renews_at: until,
            ends_at: null,
            past_due_since: null,
            started_at: paidAt,
            price_cents: null,
            currency: "apples",
            adds_tax: null,
            unpaid: undefined,
            payments: [],
          },
  };
}

const loadPeriod = (id: string) => {
  const { subscription } = loadReport(id);
  if (subscription === undefined) throw new Error("There is no season.");
  return subscription;
};

/** A fictional provider: everything that the product knows about it is in this file. */
const fruitBilling = defineBillingChoice({
  name: "barter",
  doc: "payments in apples",
  settings: {
    BARTER_BARN: {
      schema: z
        .string()
        .regex(/^[a-z]+$/, "must be a barn's name")
        .optional(),
      default: "none",
      doc: "The barn that takes apples.",
    },
    BARTER_BASKET: {
      schema: z.string().optional(),
      default: "any",
      doc: "What they are brought in.",
    },
  },
  chosenBy: "BARTER_BARN",
  listChecks: () => [],
  configure({ BARTER_BARN: barn }, reportError): OpenPayments | undefined {
    if (barn === undefined) {
      reportError(["BARTER_BARN"], "BARTER_BARN is missing: needed because BILLING is barter");
      return undefined;
    }
    return async () => ({
      name: "barter",
      addsTax: false,
      createCustomer: async ({ user_id }) => `${barn}-${user_id}`,
      updateCustomer: async () => {},
      async startCheckout({ checkout_id, kind, customer_id }) {
        paid.set(checkout_id, { kind, customer_id, isPaid: false });
        return {
          provider_id: checkout_id,
          url: `https://${barn}.example/${checkout_id}`,
        };
      },
      listCatalogueProblems: async () => [],
      endCheckout: async () => {},
      readCheckout: async (id) => loadReport(id),
      listCustomers: async () => [],
      listOpenCheckouts: async () => [],
      listCompletedCheckouts: async () => [],
      refundCheckout: async () => "nothing paid",
      refundSubscription: async () => "nothing paid",
      endSubscription: async () => {},
      readPayment: async () => Promise.reject(new Error("Apples are not counted one by one.")),
      readReceiptUrl: async () => undefined,
      readSubscription: async (id) => loadPeriod(id.replace("season-", "")),
      listSubscriptions: async () => [],
      openPortal: async () => `https://${barn}.example/gate`,
      closeCustomer: async () => {},
      readEvent(body, headers) {
        if (headers.get("Barn") !== barn) return undefined;
        const { checkout_id } = JSON.parse(body.toString("utf8"));
        return {
          id: `barter-${checkout_id}`,
          type: "apples.brought",
          about: { kind: "checkout", id: checkout_id },
          customer_id: paid.get(checkout_id)?.customer_id,
        };
      },
    });
  },
});

const providers = [...paymentProviders, fruitBilling];
const settings = billingSettings(providers);
const app = useTestApp({
  environment: { BILLING: "barter", BARTER_BARN: "orchard" },
  providers,
});
const { purchases } = app;

async function payWithFruit(checkoutId: string): Promise<void> {
  const agreed = paid.get(checkoutId);
  if (agreed !== undefined) agreed.isPaid = true;
  const answer = await app.request("/api/billing/webhook", {
    method: "POST",
    headers: { Barn: "orchard" },
    body: JSON.stringify({ checkout_id: checkoutId }),
  });
  expect(answer.status).toBe(200);
  await app.work();
}

test("another provider sells, receives events and unlocks with its own file alone", async () => {
  const buyer = await app.createOwner();
  const id = await app.circles.create(buyer);
  await app.circles.answer((await app.circles.person(id, "ana")).invite_token);
  const single = await purchases.open(buyer, "single", id);
  expect(single.url).toBe(`https://orchard.example/${single.checkout_id}`);
  await payWithFruit(single.checkout_id);
  expect(await purchases.read(buyer)).toMatchObject({
    mode: "barter",
    unlocked: [{ circle_id: id }],
    is_everything_unlocked: false,
  });
  const season = await purchases.open(buyer, "monthly");
  await payWithFruit(season.checkout_id);
  expect(await purchases.read(buyer)).toMatchObject({
    is_everything_unlocked: true,
    subscription: { kind: "monthly", renews_on: "2026-12-02" },
  });
  expect(await purchases.portal(buyer)).toBe("https://orchard.example/gate");
  const config = readConfig.output.parse(await (await app.request("/api/config")).json());
  expect(config.billing).toBe("barter");
  expect((await app.request("/pricing")).status).toBe(200);
});

test("what it unlocks counts under its own name only, and is forgotten there with the account", async () => {
  const buyer = await app.createOwner();
  const season = await purchases.open(buyer, "annual");
  await payWithFruit(season.checkout_id);
  const rows = await app.db
    .selectFrom("subscriptions")
    .where("user_id", "=", buyer.user_id)
    .select("provider")
    .execute();
  expect(rows).toEqual([{ provider: "barter" }]);
  expect((await app.as(buyer, "DELETE", "/api/account", { email: buyer.email })).status).toBe(200);
  await app.work();
});

test("BILLING names it, its settings are checked and listed like all others, and typos in them are noticed", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "paraline-barter-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const load = (environment: NodeJS.ProcessEnv) =>
    loadConfig({ DATA_DIR: dataDir, ...environment }, settings);
  const listErrors = (environment: NodeJS.ProcessEnv) => {
    try {
      load(environment);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.errors;
      throw error;
    }
  };
  expect(load({ BARTER_BARN: "orchard" }).config.billing).toBe("barter");
  expect(listErrors({ BILLING: "barter" })).toEqual([
    "BARTER_BARN is missing: needed because BILLING is barter",
  ]);
  expect(listErrors({ BARTER_BASKET: "wicker" })).toEqual([
    "BARTER_BARN is missing: needed because BARTER_BASKET is set",
  ]);
  expect(listErrors({ BILLING: "barter", BARTER_BARN: "8" })).toEqual([
    "BARTER_BARN must be a barn's name",
  ]);
  expect(listErrors({ BILLING: "shells" })).toEqual([
    "BILLING must be stripe, test, barter, or off",
  ]);
  expect(listErrors({ HOST: "0.0.0.0" })[0]).toContain("barter (payments in apples)");
  expect(load({ BARTER_BARM: "orchard" }).warnings).toEqual([
    "BARTER_BARM is not a setting; did you mean BARTER_BARN?",
  ]);
  const listed = envExample(listSettings(settings));
  expect(listed).toContain("barter: payments in apples; off: everything is unlocked.");
  expect(listed).toContain("# The barn that takes apples. Default: none.\n#BARTER_BARN=\n");
});
