import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Results } from "#contract/feedback/feedback.ts";
import { openAsOwner, refused, resultsAnswers } from "#web/testing/app.tsx";
import { circle, createResults } from "#web/testing/results.ts";
import "./results.tsx";

const { id } = circle;
const readable = createResults({ Ana: "A door." });

async function open(results: Results, exported: { status?: number; body: unknown }) {
  const { asked } = await openAsOwner(`/results?circle=${id}`, {
    ...resultsAnswers(results),
    [`GET /api/circles/${id}/results/results.json`]: exported,
  });
  await screen.findByRole("heading", { level: 1, name: "The bakery question" });
  return asked;
}

afterEach(() => void vi.restoreAllMocks());

async function choose(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

test("a file is requested when it is chosen, and its arrival is announced", async () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const asked = await open(readable, { body: {} });
  expect(asked.filter(({ call }) => call.includes("/results/"))).toEqual([]);
  await choose("Data (JSON)");
  await screen.findByText("Data downloaded");
  expect(asked.filter(({ call }) => call.includes("/results/"))).toHaveLength(1);
});

test("an error shows the server's message and leaves the menu as it was", async () => {
  await open(
    readable,
    refused(402, "results_locked", "Unlock the results of this paraline to read them."),
  );
  await choose("Data (JSON)");
  await screen.findByText("Failed to export the results");
  screen.getByText("Unlock the results of this paraline to read them.");
  await screen.findByRole("button", { name: "Export" });
});

test("Print opens the browser's print dialog", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  await open(readable, { body: {} });
  await choose("Print");
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
});

test.each([
  ["none_yet", "No feedback received yet."],
  ["sealed", "Sealed until you close it"],
  ["too_few", "Fewer than 3 people answered, so nothing is shown."],
] as const)(
  "with nothing to read, the page says why and exports nothing: %s",
  async (visibility, sentence) => {
    await open({ ...readable, visibility, responses: [] }, { body: {} });
    await screen.findByText(sentence);
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    const share = screen.getByRole("link", { name: "Share your Paraline" });
    expect(share.getAttribute("href")).toBe(`/share?circle=${id}`);
  },
);
