import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Circle } from "#contract/circles/circles.ts";
import {
  answerCalls,
  nothingBought,
  refused,
  renderWithQueries,
  signInThisBrowser,
} from "#web/testing/app.tsx";
import { circle as sample } from "#web/testing/results.ts";
import { CircleActionsMenu } from "./circle-actions-menu.tsx";

async function openMenu(circle: Partial<Circle>) {
  renderWithQueries(
    <CircleActionsMenu
      circle={{ ...sample, is_anonymous: true, ...circle }}
      today="2026-11-02"
      onDuplicated={() => {}}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: /^More/ }));
  const entries = await screen.findAllByRole("menuitem");
  return entries.map(({ textContent }) => textContent);
}

const choose = (name: string) => userEvent.click(screen.getByRole("menuitem", { name }));

test("before an anonymous paraline is closed, the owner reads what happens and that it is final", async () => {
  expect(await openMenu({ deadline: "2026-11-10" })).toEqual(["Close", "Duplicate", "Delete"]);
  await choose("Close");
  const dialog = await screen.findByRole("dialog", { name: "Close this paraline?" });
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "No one will be able to answer any more, and links will say that it has closed.",
    "You will see all answers together, once. If fewer than 3 people have answered, nothing is shown and what they wrote is deleted.",
    "This is final: an anonymous paraline can't be reopened.",
    "Waiting until Nov 10, 2026 costs nothing, and more people may answer.",
  ]);
});

test.each([true, false])(
  "the dialog that deletes a paraline says whether an unlock is deleted with it: %s",
  async (isUnlocked) => {
    const unlocked = { circle_id: sample.id, title: sample.title, unlocked_on: "2026-11-02" };
    const asked = answerCalls({
      "GET /api/billing": {
        body: { ...nothingBought, unlocked: isUnlocked ? [unlocked] : [] },
      },
    });
    signInThisBrowser();
    await openMenu({});
    await choose("Delete");
    const dialog = await screen.findByRole("dialog", { name: "Delete this paraline?" });
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain("GET /api/billing"));
    const words = /Its unlock is deleted with it/;
    if (isUnlocked) await within(dialog).findByText(words);
    else expect(within(dialog).queryByText(words)).toBeNull();
  },
);

test("the dialog that deletes a paraline says what may be lost if purchases could not be loaded", async () => {
  answerCalls({ "GET /api/billing": refused(500, "internal", "It broke.") });
  signInThisBrowser();
  await openMenu({});
  await choose("Delete");
  const dialog = await screen.findByRole("dialog", { name: "Delete this paraline?" });
  await within(dialog).findByText(/^If you paid to unlock this paraline, its unlock is deleted/);
});

test("a named paraline is reopened with a deadline that isn't over yet; an anonymous one is never reopened", async () => {
  expect(await openMenu({ status: "completed", is_anonymous: false })).toEqual([
    "Reopen",
    "Duplicate",
    "Delete",
  ]);
  await choose("Reopen");
  const dialog = await screen.findByRole("dialog", { name: "Reopen this paraline?" });
  const deadline = within(dialog).getByLabelText(/^New deadline/);
  fireEvent.input(deadline, { target: { value: "2024-01-31" } });
  await userEvent.click(within(dialog).getByRole("button", { name: "Reopen" }));
  await within(dialog).findByText("Choose a day that isn't over yet");
  expect(document.activeElement).toBe(deadline);

  cleanup();
  expect(await openMenu({ status: "completed" })).toEqual(["Duplicate", "Delete"]);
});
