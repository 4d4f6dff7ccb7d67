import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Circle } from "#contract/circles/circles.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { answerCalls, closeBrowser, openApp, signInThisBrowser } from "#web/testing/app.tsx";
import "./results.tsx";

const id = "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f";
const circle = {
  id,
  title: "The bakery question",
  description: "A lease.",
  what_they_ask: "What you see.",
  is_anonymous: false,
  deadline: null,
  status: "active",
  responses_count: 1,
  invites_count: 3,
} as Partial<Circle>;
const readable: Results = {
  circle_id: id,
  is_locked: false,
  responses_count: 1,
  responses: [
    {
      id: "11111111-1111-4111-8111-111111111111",
      number: 1,
      first_name: "Ana",
      received_on: "2026-11-02",
      answers: [{ question_id: 1, label: "What do you see?", type: "textarea", answer: "A door." }],
    },
  ],
  encouragements: [],
  visibility: "readable",
};

async function open(results: Results, exported: { status?: number; body: unknown }) {
  const asked = answerCalls({
    [`GET /api/circles/${id}`]: { body: { circle } },
    [`GET /api/circles/${id}/feedback`]: { body: results },
    [`GET /api/circles/${id}/results/results.json`]: exported,
  });
  signInThisBrowser();
  await openApp(`/results?circle=${id}`);
  await screen.findByRole("heading", { level: 1, name: "The bakery question" });
  return asked;
}

afterEach(() => {
  vi.restoreAllMocks();
  closeBrowser();
});

async function choose(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

test("a file is asked for once it is chosen, and said to be there", async () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const asked = await open(readable, { body: {} });
  expect(asked.filter(({ call }) => call.includes("/results/"))).toEqual([]);
  await choose("Data (JSON)");
  await screen.findByText("Data downloaded");
  expect(asked.filter(({ call }) => call.includes("/results/"))).toHaveLength(1);
});

test("a refusal shows the server's message and leaves the menu as it was", async () => {
  await open(readable, {
    status: 402,
    body: { code: "results_locked", message: "Unlock the results of this paraline to read them." },
  });
  await choose("Data (JSON)");
  await screen.findByText("Failed to export the results");
  screen.getByText("Unlock the results of this paraline to read them.");
  await screen.findByRole("button", { name: "Export" });
});

test("Print hands the page to the browser", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  await open(readable, { body: {} });
  await choose("Print");
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
});

test("while locked, or with nothing to read, nothing is exported", async () => {
  await open({ ...readable, visibility: "none_yet", responses: [] }, { body: {} });
  await screen.findByText("No feedback received yet.");
  expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
});
