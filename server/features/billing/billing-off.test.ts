import { beforeAll, describe, expect, test } from "vitest";
import { checkSubscription } from "#contract/billing/billing.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { readError } from "#server/testing/test-purchases.ts";

const app = useTestApp({ environment: { BILLING: "off" } });
const { purchases } = app;

let owner: TestOwner;
let circleId: string;
beforeAll(async () => {
  owner = await app.createOwner();
  circleId = await app.circles.create(owner);
  await app.circles.answerAs(circleId, "ana");
});

const nothingBought = {
  mode: "off",
  is_everything_unlocked: true,
  subscription: null,
  unlocked: [],
  credits_count: 0,
  has_portal: false,
  adds_tax: false,
  receipts: [],
};

describe("a server with BILLING=off", () => {
  test("unlocks every paraline of every owner, and says why", async () => {
    const results = await app.call(owner, readResults, { params: { id: circleId } });
    expect(results.is_locked).toBe(false);
    expect(results.responses).toHaveLength(1);
    expect(await app.call(owner, checkSubscription)).toEqual({
      subscribed: true,
      unlocked_by: "off",
      unlocked_circle_ids: [],
      credits_count: 0,
    });
    expect(await purchases.read(owner)).toEqual(nothingBought);
    expect(await purchases.refresh(owner)).toEqual(nothingBought);
  });

  test("reveals nothing to callers who are signed out", async () => {
    const called = await app.request("/functions/v1/check-subscription", { method: "POST" });
    expect(called.status).toBe(401);
  });

  test.each<[string, (circleId: string) => object | undefined]>([
    ["/functions/v1/create-checkout-single", () => undefined],
    ["/functions/v1/create-checkout-single", (circleId) => ({ circleId })],
    ["/functions/v1/create-checkout-monthly", () => undefined],
    ["/functions/v1/create-checkout-annual", () => undefined],
    ["/api/billing/checkout", () => ({ kind: "single" })],
    ["/api/billing/checkout", (circleId) => ({ kind: "single", circle_id: circleId })],
    ["/api/billing/checkout", () => ({ kind: "monthly" })],
    ["/api/billing/checkout", () => ({ kind: "annual" })],
    ["/api/billing/portal", () => undefined],
    ["/api/billing/receipt", () => ({ receipt_id: "in_1" })],
    ["/api/billing/credits/use", (circleId) => ({ circle_id: circleId })],
  ])("sells nothing and uses nothing up: %s", async (path, createBody) => {
    const refused = await app.as(owner, "POST", path, createBody(circleId));
    expect(await refused.clone().json()).toMatchObject({
      message: "Everything is unlocked on this server.",
    });
    expect(await readError(refused)).toEqual([409, "billing_off"]);
    const checkouts = await app.db.selectFrom("checkouts").select("id").execute();
    expect(checkouts).toEqual([]);
  });

  test("knows no checkout, no provider's events and no pages of the test checkout", async () => {
    const confirmed = await app.as(owner, "POST", "/api/billing/confirm", {
      checkout_id: crypto.randomUUID(),
    });
    expect(await readError(confirmed)).toEqual([404, "checkout_not_found"]);
    const webhookResponse = await app.request("/api/billing/webhook", {
      method: "POST",
      body: "{}",
    });
    expect(await readError(webhookResponse)).toEqual([404, "not_found"]);
  });

  test("says on the pricing page that nothing is charged, and its buttons lead to sign-in", async () => {
    const page = await (await app.request("/pricing")).text();
    expect(page).toContain("On this server everything is unlocked, and nothing is charged.");
    expect(page).toContain("This is what Paraline costs on servers that charge for it.");
    for (const words of [/you pay once/i, /pay when/i, /\$5 cover/, /stop a subscription/]) {
      expect(page).not.toMatch(words);
    }
    const buttons = [...page.matchAll(/<a[^>]*>Start for free</g)];
    expect(buttons).toHaveLength(3);
    for (const [button] of buttons) {
      expect(button).toContain('href="/auth"');
      // The page's script leads people who are signed in on to a new circle.
      expect(button).toContain("data-start");
    }
    expect(page).not.toContain("checkout");
  });
});
