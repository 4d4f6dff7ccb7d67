import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PricingPageModel } from "#contract/pages.ts";
import { Pricing } from "./pricing.tsx";

const model: PricingPageModel = {
  billing: "stripe",
  insights: "local",
  addsTax: false,
  refundTerms: null,
};

const text = () => document.body.textContent ?? "";

test.each(["stripe", "test", "off"])(
  "with BILLING=%s insights are not mentioned if there are none",
  (billing) => {
    render(<Pricing {...model} billing={billing} insights="off" />);
    expect(text()).not.toMatch(/insight|summari/i);
    screen.getByText("All feedback and encouragement");
    screen.getByText("Every reflection in each one");
  },
);

test.each([
  ["local", "summarized for you, on this server only."],
  [
    { model: "gpt-5 by OpenAI" },
    "summarized for you, through an AI model that is named to everyone you ask.",
  ],
] as const)(
  "insights are advertised if there are some, and the page names who makes them: %j",
  (insights, words) => {
    render(<Pricing {...model} insights={insights} />);
    screen.getByText("All feedback, encouragement and insights");
    screen.getByText("Insights on every one");
    expect(text()).toContain(words);
  },
);

test.each(["stripe", "test"])(
  "with BILLING=%s people pay once there is something to read",
  (billing) => {
    render(<Pricing {...model} billing={billing} />);
    screen.getByRole("heading", { level: 1, name: "Pay when there is something to read" });
    screen.getByText(/You pay only when reflections arrive/);
    screen.getByText("What does the $5 cover?");
    screen.getByText("Can I stop a subscription?");
    expect(screen.getAllByRole("link", { name: /^Start/ }).map((link) => link.textContent)).toEqual(
      ["Start with one", "Start monthly", "Start annual"],
    );
  },
);

test("with BILLING=off nothing asks to be paid", () => {
  render(<Pricing {...model} billing="off" refundTerms="None." />);
  screen.getByRole("heading", { level: 1, name: "There is nothing to pay here" });
  screen.getByText("On this server everything is unlocked, and nothing is charged.");
  screen.getByText("Do I have to pay anything here?");
  expect(text()).not.toMatch(/you pay|what does the|stop a subscription|tax|refund/i);
  expect(screen.getAllByRole("link", { name: "Start for free" })).toHaveLength(3);
});

test.each([
  [
    true,
    "No. Where tax applies to you, checkout adds it to the price and shows it before you pay.",
  ],
  [false, "The price you see is the price you pay: no tax is added to it."],
])("it says whether tax is added: %s", (addsTax, words) => {
  render(<Pricing {...model} addsTax={addsTax} />);
  screen.getByText("Is tax included?");
  screen.getByText(words);
});

test("it says how to cancel and what is locked afterwards", () => {
  render(<Pricing {...model} />);
  screen.getByText(/in Settings, under Plan and billing\..* then your paralines lock/);
});

test("the operator's refund terms are shown as text, and nothing is said about refunds without them", () => {
  const { unmount } = render(<Pricing {...model} />);
  expect(text()).not.toMatch(/refund/i);
  unmount();
  render(<Pricing {...model} refundTerms="Within <b>14</b> days: write to us." />);
  screen.getByText("Can I get a refund?");
  screen.getByText("Within <b>14</b> days: write to us.");
});
