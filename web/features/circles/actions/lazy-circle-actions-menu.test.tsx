import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderWithQueries } from "#web/testing/app.tsx";
import { circle } from "#web/testing/results.ts";
import { LazyCircleActionsMenu } from "./lazy-circle-actions-menu.tsx";

const button = () => screen.getByRole("button", { name: `More, ${circle.title}` });

test.each(["{Enter}", " ", "{ArrowDown}"])(
  "the first press of %j opens the menu at its first entry, and Escape leads back to its button",
  async (key) => {
    renderWithQueries(
      <LazyCircleActionsMenu circle={circle} today="2026-11-02" onDuplicated={() => {}} />,
    );
    await userEvent.tab();
    expect(document.activeElement).toBe(button());
    await userEvent.keyboard(key);
    const entries = await screen.findAllByRole("menuitem");
    expect(entries.map(({ textContent }) => textContent)).toEqual(["Close", "Duplicate", "Delete"]);
    await waitFor(() => expect(document.activeElement).toBe(entries[0]));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(document.activeElement).toBe(button());
    await userEvent.keyboard("{Enter}");
    expect(await screen.findAllByRole("menuitem")).toHaveLength(3);
  },
);

test("a click opens the menu, and the dialog of an entry returns the focus to its button", async () => {
  renderWithQueries(
    <LazyCircleActionsMenu circle={circle} today="2026-11-02" onDuplicated={() => {}} />,
  );
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Close" }));
  await screen.findByRole("dialog", { name: "Close this paraline?" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button()));
});
