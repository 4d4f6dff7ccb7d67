import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { example } from "#contract/example/example.ts";
import { answerCalls, openApp, signInThisBrowser } from "#web/testing/app.tsx";
import "./example.tsx";

const { results } = example;

/** Opens a part of the example, and expects what is true of all. */
async function openExample(address: string) {
  const asked = answerCalls({});
  const app = await openApp(address);
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getByText("An example")).toBeTruthy();
  expect(document.title).toMatch(/^(An example: |Run a 30-day Experiment)/);
  const main = screen.getByRole("main");
  for (const { textContent } of within(main).queryAllByRole("button")) {
    expect(textContent).toMatch(/^(By (person|question|theme)|Kept only3)$/);
  }
  for (const link of within(main).queryAllByRole("link")) {
    expect(link.getAttribute("href")).toMatch(/^(\/example|#theme-)/);
  }
  for (const field of within(main).queryAllByRole<HTMLInputElement>("textbox")) {
    const isSearch = field.placeholder === "Search within answers";
    expect(field.readOnly, field.value).toBe(!isSearch);
  }
  expect(within(main).queryByRole("combobox")).toBeNull();
  return { ...app, asked };
}

test.each([
  ["by person", "", results.responses[2]?.answers[4]?.answer],
  ["by question", "?by=question", results.responses[2]?.answers[4]?.answer],
  ["by theme", "?by=theme", results.responses[2]?.answers[4]?.answer],
  ["encouragement", "?tab=encouragement", results.encouragements[4]?.note],
  ["insights", "?tab=insights", "Gentle Suggestion"],
  ["decision", "/decision", example.decision.decision.closing.thanks],
])("the example shows what an owner reads, without a call: %s", async (_part, query, words) => {
  const { asked } = await openExample(`/example${query}`);
  expect(screen.getAllByText(String(words)).length).toBeGreaterThan(0);
  expect(asked).toEqual([]);
});

test("its tabs and the way to the decision and back work", async () => {
  const { asked } = await openExample("/example");
  await userEvent.click(screen.getByRole("tab", { name: "Insights" }));
  expect(screen.getByRole("heading", { name: "Key Themes" })).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: /next step/ }));
  await screen.findByRole("heading", { name: /Run a 30-day Experiment/ });
  expect(screen.getAllByText("An example")).toHaveLength(1);
  await userEvent.click(screen.getByRole("link", { name: "Back to the answers" }));
  await screen.findByRole("tab", { name: "All Feedback" });
  expect(asked).toEqual([]);
});

test("it leads new people to sign up, and owners to their dashboard", async () => {
  const { unmount } = await openExample("/example");
  expect(screen.getByRole("link", { name: "Start your own" }).getAttribute("href")).toBe(
    "/auth?mode=signup",
  );
  unmount();
  signInThisBrowser();
  await openExample("/example");
  expect(screen.getByRole("link", { name: "Go to Dashboard" }).getAttribute("href")).toBe(
    "/circles",
  );
});
