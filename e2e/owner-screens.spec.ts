import { dayAhead } from "./testing/days.ts";
import { expect, failCalls, notification, phone, test } from "./testing/fixtures.ts";

test.describe("the layout of an owner's screens", () => {
  test("the sidebar shrinks to icons with its button and with Ctrl+B, and stays so for seven days", async ({
    openAs,
  }) => {
    const page = await openAs();
    await page.goto("/circles");
    const toggle = page.getByRole("button", { name: "Toggle sidebar" });
    const sidebar = page.getByRole("complementary", { name: "Sidebar" });
    const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect.poll(width).toBe(16 * 16);

    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await expect.poll(width).toBe(3 * 16);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([
      ["sidebar_state", "collapsed"],
    ]);
    const lives = (cookies[0]?.expires ?? 0) - Date.now() / 1000;
    expect(lives).toBeGreaterThan(7 * 86_400 - 120);
    expect(lives).toBeLessThanOrEqual(7 * 86_400);

    await page.reload();
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await page.getByRole("heading", { name: "Dashboard" }).click();
    await page.keyboard.press("Control+b");
    await expect(toggle).toHaveAttribute("aria-expanded", "true");

    await page.goto("/settings");
    await page.getByRole("textbox", { name: "Full Name" }).press("Control+b");
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
  });

  test("on a phone it is a sheet that Escape and navigation close", async ({ openAs, api }) => {
    const page = await openAs(await api.signUp(), phone);
    await page.goto("/circles");
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    const sheet = page.getByRole("dialog", { name: "Sidebar" });
    const toggle = page.getByRole("button", { name: "Toggle sidebar" });
    await expect(sheet).toBeHidden();
    await toggle.click();
    await expect(sheet).toBeVisible();
    await expect
      .poll(async () => Math.round((await sheet.boundingBox())?.width ?? 0))
      .toBe(18 * 16);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await sheet.getByRole("link", { name: "Contacts" }).click();
    await expect(page).toHaveURL("/contacts");
    await expect(sheet).toBeHidden();
    await expect(page.getByText("No contacts yet")).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  });

  test("every item leads to its screen, and the empty ones say so", async ({ openAs }) => {
    const page = await openAs();
    await page.goto("/dashboard");
    await expect(page.getByText("All your paralines")).toBeVisible();
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(nav.getByRole("link")).toHaveText([
      "Home",
      "Dashboard",
      "Contacts",
      "Results",
      "History",
      "Settings",
    ]);
    for (const [item, address, heading, words] of [
      ["Contacts", "/contacts", "Contacts", "No contacts yet"],
      ["Results", "/results", "Results", "You haven't created any paralines yet."],
      ["History", "/history", "History", "No completed paralines yet."],
      ["Settings", "/settings", "Settings", "Full Name"],
      ["Dashboard", "/circles", "Dashboard", "You haven't created any paralines yet."],
    ] as const) {
      await nav.getByRole("link", { name: item }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
      await expect(page.getByText(words)).toBeVisible();
      await expect(nav.getByRole("link", { name: item })).toHaveAttribute("aria-current", "page");
    }
    await nav.getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await expect(page).toHaveURL("/circles");
  });

  test("a paraline shows its stored values, and a placeholder when its cover image is gone", async ({
    openOwner,
  }) => {
    const { circle, page } = await openOwner({
      deadline: dayAhead.value,
      people: ["Ana", "Ben"],
    });
    await page.goto("/circles");
    const card = page.getByRole("listitem").filter({ hasText: circle.title });
    await expect(card.getByText("Active", { exact: true })).toBeVisible();
    await expect(card.getByText("0/2 perspectives")).toBeVisible();
    await expect(card.getByText(dayAhead.short)).toBeVisible();
    await card.getByRole("link", { name: /^View Results/ }).click();
    await expect(page.getByText("No feedback received yet.")).toBeVisible();
    await page.getByRole("link", { name: "Share your Paraline" }).click();
    await expect(page).toHaveURL(`/share?circle=${circle.id}`);
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL("/circles");
    await page.goto("/contacts");
    await expect(page.getByRole("row").filter({ hasText: "Ana" })).toContainText("Pending");
  });

  test("what cannot be loaded says so, and someone else's paraline is not found", async ({
    openAs,
    api,
    allow,
  }) => {
    allow(/status of (404|500|503)/);
    const { circle } = await api.create(await api.signUp(), { people: ["Ana"] });
    const page = await openAs();
    for (const id of [circle.id, "nobodys"]) {
      await page.goto(`/results?circle=${id}`);
      await expect(notification(page, "Failed to load results")).toBeVisible();
      await expect(page.getByText(circle.title)).toBeHidden();
      await page.goto(`/share?circle=${id}`);
      await expect(notification(page, "Failed to load circle data")).toBeVisible();
      await expect(page.getByText("Ana")).toBeHidden();
    }
    const repair = await failCalls(page, "**/api/circles", { status: 500 });
    await page.goto("/circles");
    await expect(notification(page, "Failed to load paralines")).toBeVisible();
    await repair();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("You haven't created any paralines yet.")).toBeVisible();
  });

  test("a page from before an upgrade, whose files are gone, is opened again on the screen that was clicked", async ({
    openAs,
    allow,
  }) => {
    allow(/404|dynamically imported module/);
    const page = await openAs();
    await page.goto("/circles");
    await page.route("**/assets/settings-*.js", (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await page.route("/settings", async (route) => {
      if (route.request().resourceType() !== "fetch") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/(?<=\/assets\/index-)[^."]+/g, "newer");
      return route.fulfill({ response, body });
    });
    const opened = page.waitForEvent("load");
    await page.getByRole("link", { name: "Settings" }).click();
    await opened;
    await expect(page.getByRole("textbox", { name: "Full Name" })).toBeVisible();
    await expect(page).toHaveURL("/settings");
  });

  test("an unknown address inside the app is a 404 with a link home", async ({ openAs, allow }) => {
    allow(/404/);
    const page = await openAs();
    const response = await page.goto("/nowhere/at/all");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
