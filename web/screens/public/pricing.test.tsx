import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Pricing } from "./pricing.tsx";

const text = () => document.body.textContent ?? "";

test.each(["stripe", "test", "off"])(
  "with BILLING=%s insights are not mentioned if there are none",
  (billing) => {
    render(<Pricing billing={billing} insights="off" />);
    expect(text()).not.toMatch(/insight|summari/i);
    screen.getByText("All feedback and encouragement");
    screen.getByText("Every reflection in each one");
  },
);

test.each([
  ["local", "summarised for you, on this server only."],
  [
    { model: "gpt-5 by OpenAI" },
    "summarised for you, through an AI model that is named to everyone you ask.",
  ],
] as const)(
  "insights are sold where there are some, and who makes them is named: %j",
  (insights, words) => {
    render(<Pricing billing="stripe" insights={insights} />);
    screen.getByText("All feedback, encouragement and insights");
    screen.getByText("Insights on every one");
    expect(text()).toContain(words);
  },
);

test.each(["stripe", "test"])(
  "with BILLING=%s one pays once there is something to read",
  (billing) => {
    render(<Pricing billing={billing} insights="local" />);
    screen.getByRole("heading", { level: 1, name: "Pay when there is something to read" });
    screen.getByText(/You pay once their reflections arrive/);
    screen.getByText("What does the $5 cover?");
    screen.getByText("Can I stop a subscription?");
    expect(screen.getAllByRole("link", { name: /^Start/ }).map((link) => link.textContent)).toEqual(
      ["Start with one", "Start monthly", "Start annual"],
    );
  },
);

test("with BILLING=off nothing asks to be paid", () => {
  render(<Pricing billing="off" insights="local" />);
  screen.getByRole("heading", { level: 1, name: "There is nothing to pay here" });
  screen.getByText("On this server everything is unlocked, and nothing is charged.");
  screen.getByText("Do I have to pay anything here?");
  expect(text()).not.toMatch(/you pay|what does the|stop a subscription/i);
  expect(screen.getAllByRole("link", { name: "Start for free" })).toHaveLength(3);
});
