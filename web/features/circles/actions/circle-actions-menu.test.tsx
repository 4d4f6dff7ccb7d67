import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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

test("before an anonymous paraline is closed, the owner reads when closing is final, however many answers wait", async () => {
  expect(await openMenu({})).toEqual(["Close", "Duplicate", "Delete"]);
  await choose("Close");
  const dialog = await screen.findByRole("dialog", { name: "Close this paraline?" });
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "No one will be able to answer any more, and links will say that it has closed.",
    "Answers still waiting are shown if there are at least 3, or if all of their authors allowed it.",
    "Otherwise they are held back, and deleted after 30 days unless you reopen it.",
    "If closing shows one or two answers, it is final: the paraline can't be reopened.",
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

test("a closing by a new deadline can also be final", async () => {
  expect(await openMenu({ status: "completed" })).toEqual(["Reopen", "Duplicate", "Delete"]);
  await choose("Reopen");
  const dialog = await screen.findByRole("dialog", { name: "Reopen this paraline?" });
  expect(within(dialog).getByText(/it is final: the paraline can't be reopened/)).toBeTruthy();
  const deadline = within(dialog).getByLabelText(/^New deadline/);
  fireEvent.input(deadline, { target: { value: "2024-01-31" } });
  await userEvent.click(within(dialog).getByRole("button", { name: "Reopen" }));
  await within(dialog).findByText("Choose a day that isn't over yet");
  expect(document.activeElement).toBe(deadline);
});

test("reopening is not offered after a final closing; the menu says why, and offers a duplicate", async () => {
  expect(await openMenu({ status: "completed", is_closed_for_good: true })).toEqual([
    "Can't be reopened",
    "Duplicate",
    "Delete",
  ]);
  await choose("Can't be reopened");
  const dialog = await screen.findByRole("dialog", { name: "The closing is final" });
  expect(within(dialog).getByText(/showed one or two answers, so it can't be/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Duplicate" }));
  expect(await screen.findByRole("dialog", { name: "Duplicate this paraline?" })).toBeTruthy();
});
