import type { Page } from "@playwright/test";
import type { closeCircle, listCircles } from "#contract/circles/circles.ts";
import { dayAhead } from "../testing/days.ts";
import { expect, notification, test } from "../testing/fixtures.ts";

const title = "Should I open the bakery?";

test.describe("the life of a paraline", () => {
  test("it is closed and reopened from the dashboard, with only the keyboard", async ({
    openOwner,
    allow,
  }) => {
    allow(/status of 410/);
    const { people, page } = await openOwner({ people: ["Ana", "Ben"] });
    await page.goto("/circles");
    await choose(page, "Close");
    const closing = page.getByRole("dialog", { name: "Close this paraline?" });
    await expect(closing.getByRole("button", { name: "Keep it open" })).toBeFocused();
    await expect(closing.getByText("You can still read everything that came in")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(more(page)).toBeFocused();
    await choose(page, "Close");
    await expect(closing.getByRole("button", { name: "Keep it open" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(notification(page, "Paraline closed")).toBeVisible();
    await expect(more(page)).toBeFocused();
    await expect(page.getByRole("main").getByText("Completed", { exact: true })).toBeVisible();
    await page.goto(people[0].link);
    await expect(page.getByText("This paraline has closed.")).toBeVisible();

    await page.goto("/circles");
    await choose(page, "Reopen");
    const reopening = page.getByRole("dialog", { name: "Reopen this paraline?" });
    await reopening.getByLabel("New deadline").fill(dayAhead.value);
    await reopening.getByRole("button", { name: "Reopen" }).click();
    await expect(notification(page, "Paraline reopened")).toBeVisible();
    await expect(page.getByText(dayAhead.short)).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await page.goto(people[1].link);
    await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
  });

  test("a closed paraline is reopened from the history without a deadline, and the focus stays on the page", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"] });
    await api.call<typeof closeCircle>(owner, "POST", `/api/circles/${circle.id}/close`);
    await page.goto("/history");
    await choose(page, "Reopen");
    await page.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
    await expect(notification(page, "Paraline reopened")).toBeVisible();
    await expect(page.getByText("No completed paralines yet.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "History" })).toBeFocused();
  });

  test("a copy is made with or without its people, opens for editing and sends no email", async ({
    openOwner,
    api,
    allow,
  }) => {
    allow(/status of 503/);
    const { owner, circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    await page.goto("/circles");
    await choose(page, "Duplicate");
    const dialog = page.getByRole("dialog", { name: "Duplicate this paraline?" });
    await expect(dialog.getByRole("checkbox", { name: /With its people/ })).toBeChecked();
    // The response is lost on its way back. A second click makes the same copy.
    let lost = false;
    await page.route("**/duplicate", async (route) => {
      if (lost) return route.fallback();
      lost = true;
      await route.fetch();
      return route.fulfill({ status: 503, json: { code: "unavailable", message: "Not now." } });
    });
    await dialog.getByRole("button", { name: "Duplicate" }).click();
    await expect(notification(page, "Failed to duplicate paraline")).toBeVisible();
    await expect(dialog.getByText("Not now.")).toBeVisible();
    await dialog.getByRole("button", { name: "Duplicate" }).click();
    await expect(notification(page, "Paraline duplicated")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Edit Paraline" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(`${title} (copy)`);

    await page.goto(`/results?circle=${circle.id}`);
    await choose(page, "Duplicate");
    await dialog.getByRole("checkbox", { name: /With its people/ }).uncheck();
    await dialog.getByRole("button", { name: "Duplicate" }).click();
    await expect(page.getByRole("heading", { name: "Edit Paraline" })).toBeFocused();
    const { circles } = await api.call<typeof listCircles>(owner, "GET", "/api/circles");
    expect(circles.map(({ title, invites_count }) => [title, invites_count])).toEqual([
      [`${title} (copy)`, 0],
      [`${title} (copy)`, 2],
      [title, 2],
    ]);
    const emails = (await api.emails()).filter(({ to }) => to.includes(people[0].email));
    expect(emails).toHaveLength(1);

    await page.goto(`/share?circle=${circles[1]?.id}`);
    const waiting = page.getByText("2 people are not invited yet");
    await expect(waiting).toBeVisible();
    await expect(page.getByRole("button", { name: /^Send invite to/ })).toHaveCount(2);
    await page.getByRole("button", { name: "Email invites" }).click();
    await expect(waiting).toBeHidden();
    await expect(page.getByRole("button", { name: /^Send invite to/ })).toHaveCount(0);
  });

  test("it is deleted once its title is typed, from the dashboard and from its results", async ({
    openAs,
    api,
    allow,
  }) => {
    allow(/status of 404/);
    const owner = await api.signUp();
    const first = await api.create(owner, { people: ["Ana"] });
    const page = await openAs(owner);
    await page.goto("/circles");
    await choose(page, "Delete");
    const dialog = page.getByRole("dialog", { name: "Delete this paraline?" });
    await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(dialog.getByText("Type the title exactly as shown.")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Type its title" })).toBeFocused();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(notification(page, "Paraline deleted")).toBeVisible();
    await expect(page.getByText("You haven't created any paralines yet.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeFocused();
    await page.goto(first.people[0].link);
    await expect(page.getByRole("heading", { name: "Link Invalid" })).toBeVisible();

    const second = await api.create(owner, { people: ["Ben"] });
    await page.goto(`/results?circle=${second.circle.id}`);
    await choose(page, "Delete");
    await dialog.getByRole("textbox", { name: "Type its title" }).fill(title);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(page).toHaveURL("/circles");
    await expect(notification(page, "Paraline deleted")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeFocused();
  });

  test("the results lead to sharing and editing; without a paraline, they offer a choice", async ({
    openOwner,
  }) => {
    const { circle, page } = await openOwner({ people: ["Ana"] });
    await page.goto("/results");
    await page.getByRole("link", { name: `View Results, ${title}` }).click();
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
    await choose(page, "Edit");
    await expect(page).toHaveURL(new RegExp(`/create\\?edit=${circle.id}`));
    await page.goBack();
    await choose(page, "Share Link");
    await expect(page).toHaveURL(`/share?circle=${circle.id}`);
  });
});

const more = (page: Page) => page.getByRole("button", { name: `More, ${title}`, exact: true });

/** Opens the menu of the only circle with the keyboard and moves down to the entry. */
async function choose(page: Page, entry: string): Promise<void> {
  await more(page).focus();
  await page.keyboard.press("Enter");
  const entries = page.getByRole("menuitem");
  await expect(entries.first()).toBeFocused();
  const position = (await entries.allTextContents()).indexOf(entry);
  for (let above = 0; above < position; above++) {
    await page.keyboard.press("ArrowDown");
    await expect(entries.nth(above + 1)).toBeFocused();
  }
  await expect(page.getByRole("menuitem", { name: entry })).toBeFocused();
  await page.keyboard.press("Enter");
}
