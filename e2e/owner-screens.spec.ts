import { desktop, expect, expectNoJump, notification, phone, test } from "./testing/fixtures.ts";

test.describe("the layout of an owner's screens", () => {
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

  test("someone else's paraline and a malformed address are not found, and can be tried again", async ({
    openAs,
    api,
    allow,
  }) => {
    allow(/status of 404/);
    const { circle } = await api.create(await api.signUp(), { people: ["Ana"] });
    const page = await openAs();
    for (const [address, sentence] of [
      ["/results?circle=", "Failed to load results"],
      ["/share?circle=", "Failed to load circle data"],
      ["/decision?circle=", "Failed to load circle data"],
      ["/create?edit=", "Failed to load paraline"],
    ] as const) {
      for (const id of [circle.id, "nobodys"]) {
        await page.goto(address + id);
        const inPlace = page.getByRole("main").getByText(sentence, { exact: true });
        await expect(notification(page, sentence)).toBeVisible();
        await expect(inPlace).toBeVisible();
        for (const words of [circle.title, "Ana"]) await expect(page.getByText(words)).toBeHidden();
        await page.getByRole("button", { name: "Try again" }).click();
        await expect(inPlace).toBeVisible();
      }
    }
  });

  test("the screens of one paraline load in their final layout: nothing jumps", async ({
    openAs,
    api,
  }) => {
    const owner = await api.signUp();
    const { circle } = await api.create(owner, { people: ["Ana"] });
    for (const size of [phone, desktop]) {
      const page = await openAs(owner, size);
      await expectNoJump(page, `/create?edit=${circle.id}`, {
        call: `**/api/circles/${circle.id}`,
        part: page.locator(".progress"),
        loaded: page.getByRole("textbox", { name: "Title" }),
      });
      await expectNoJump(page, `/decision?circle=${circle.id}`, {
        call: "**/api/circles/*/decision",
        part: page.locator(".paths > li").first(),
        loaded: page.getByRole("button", { name: /^Affirm/ }),
      });
    }
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
});
