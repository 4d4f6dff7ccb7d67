import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SubscriptionKind } from "#contract/billing/billing.ts";
import { answerCalls, nothingBought, refused } from "#web/testing/app.tsx";
import { markPlan } from "./mark-plan.ts";
import { PriceTable } from "./price-table.tsx";

/** The prices as the page's script leaves them, for a given response of the server. */
async function mark(answer: { status?: number; body: unknown }) {
  const asked = answerCalls({ "GET /api/billing": answer });
  render(<PriceTable isBillingEnabled hasInsights />);
  const table = screen.getAllByRole("list")[0];
  if (table === undefined) throw new Error("There should be prices.");
  await markPlan(table, "kept");
  expect(asked).toHaveLength(1);
  return (name: string) => {
    const heading = screen.getByRole("heading", { name });
    return within(heading.closest("li") ?? table);
  };
}

const subscribed = (kind: SubscriptionKind, isCounting = true) => ({
  body: { ...nothingBought, is_everything_unlocked: isCounting, subscription: { kind } },
});

const readAddress = (link: HTMLElement) => link.getAttribute("href");

test("a subscriber's plan is marked and leads to Settings, and the other one leads to the change of plan", async () => {
  const offer = await mark(subscribed("monthly"));
  const own = offer("Monthly");
  own.getByText("Your plan");
  expect(readAddress(own.getByRole("link", { name: "Manage your plan" }))).toBe("/settings");
  const other = offer("Annual").getByRole("link", { name: "Change to annual" });
  expect(readAddress(other)).toBe("/auth?checkout=annual");
  expect(offer("Annual").queryByText("Your plan")).toBeNull();
  offer("One paraline").getByText("Included in your plan");
  expect(offer("One paraline").queryByRole("link")).toBeNull();
});

test("a plan that unlocks nothing is also marked, and one paraline can still be bought", async () => {
  const offer = await mark(subscribed("annual", false));
  offer("Annual").getByText("Your plan");
  offer("Monthly").getByRole("link", { name: "Start monthly" });
  offer("One paraline").getByRole("link", { name: "Start with one" });
});

test.each([
  [1, "1 unused unlock"],
  [3, "3 unused unlocks"],
])("whoever has unused unlocks is told so where another is sold: %s", async (count, words) => {
  const offer = await mark({ body: { ...nothingBought, credits_count: count } });
  offer("One paraline").getByText(words);
  offer("One paraline").getByRole("link", { name: "Start with one" });
  expect(offer("Monthly").queryByText(/unused/)).toBeNull();
});

test.each([
  ["without a plan", { body: nothingBought }],
  ["whose session has ended", refused(401, "signed_out", "Please sign in first")],
  ["while the server fails", refused(500, "internal", "It broke.")],
])("for a visitor %s the prices stay as they are", async (_, answer) => {
  await mark(answer);
  expect(screen.queryByText("Your plan")).toBeNull();
  for (const name of ["Start with one", "Start monthly", "Start annual"]) {
    screen.getByRole("link", { name });
  }
});
