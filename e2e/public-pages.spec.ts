import { expect, phone, test } from "./testing/fixtures.ts";

test.describe("the public pages", () => {
  test("the landing page says what the product is and shows the app in a frame that makes no requests", async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/");
    await expect(
      page.getByRole("heading", { name: "Build your personal advisory board." }),
    ).toBeVisible();
    await expect(
      page.getByText("Private feedback from people who know you best.").first(),
    ).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Who it is for" }).getByRole("listitem"),
    ).toHaveText([
      "For life decisions",
      "For creative ideas",
      "For honest feedback",
      "For seeing yourself clearly",
    ]);
    await expect(
      page.getByText("5 minutes. Honest perspective, without algorithms or noise."),
    ).toBeVisible();
    const preview = page.frameLocator('iframe[title="App preview"]');
    await expect(preview.getByText("Should I take over the corner bakery?")).toBeVisible();
    await expect(preview.getByText("4/6 perspectives")).toBeVisible();
    expect(asked.filter((path) => /^\/(api|auth\/v1)\b/.test(path))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    // It is a picture of the app: neither clicks nor Tab reach its contents.
    await page.locator("iframe").click({ force: true, position: { x: 60, y: 200 } });
    await expect(page).toHaveURL("/");

    await page.getByRole("link", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/auth");
  });

  test("pricing says what it costs, answers questions, and leads to sign-up", async ({
    page,
    openAs,
  }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Pricing" }).click();
    await expect(page).toHaveURL("/pricing");
    for (const price of ["$5", "$15", "$129"]) {
      await expect(page.getByText(price, { exact: true })).toBeVisible();
    }
    await expect(page.getByText(/you save \$51 a year/)).toBeVisible();
    await expect(page.getByText("Cancel anytime", { exact: true }).first()).toBeVisible();

    const answer = page.getByText("No. They open the link, answer, and they are done.");
    await expect(answer).toBeHidden();
    await page.getByText("Do the people I invite need an account?").click();
    await expect(answer).toBeVisible();

    const starts = page.getByRole("link", { name: /^Start / });
    await expect(starts).toHaveCount(3);
    for (const start of await starts.all()) await expect(start).toHaveAttribute("href", "/auth");
    const theirs = await openAs();
    await theirs.goto("/pricing");
    for (const start of await theirs.getByRole("link", { name: /^Start / }).all()) {
      await expect(start).toHaveAttribute("href", "/create");
    }
    await page.getByRole("link", { name: "How it works" }).click();
    await expect(page).toHaveURL("/#how");
  });

  test("on a phone its links are in a menu", async ({ openBrowser }) => {
    const page = await openBrowser(phone);
    await page.goto("/pricing");
    await expect(page.getByRole("link", { name: "How it works" })).toBeHidden();
    await page
      .locator("summary")
      .filter({ has: page.locator("svg") })
      .first()
      .click();
    await page.getByRole("link", { name: "How it works" }).click();
    await expect(page).toHaveURL("/#how");
  });

  test("the example shows what an owner gets, without an account, a call or anything stored", async ({
    page,
    openOwner,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/");
    await page.getByRole("link", { name: "See the whole example" }).click();
    await expect(page).toHaveURL("/example");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Should I take over the corner bakery?",
    );
    await page.getByRole("tab", { name: "Insights" }).click();
    await page.getByRole("link", { name: "Counted from your question" }).click();
    await expect(page).toHaveURL(/^[^#]*\/example\?.*tab=feedback.*by=question.*#question-7$/);
    await expect(page.getByRole("article")).toHaveCount(0);
    await page.getByRole("link", { name: "Maya’s next step" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Run a 30-day Experiment");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("An example", { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("link", { name: "Back to the answers" }).click();
    const book = page.getByRole("link", { name: "Board book (PDF)" });
    const file = await page.request.get((await book.getAttribute("href")) ?? "");
    expect(file.headers()["content-type"]).toBe("application/pdf");
    expect(asked.filter((path) => /^\/(api|auth\/v1)\b/.test(path))).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await page.getByRole("link", { name: "Start your own" }).click();
    await expect(page).toHaveURL("/auth?mode=signup");

    const { page: theirs } = await openOwner();
    await theirs.goto("/example");
    await theirs.getByRole("link", { name: "Go to Dashboard" }).click();
    await expect(theirs.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await theirs.goBack();
    await expect(theirs.getByText("An example", { exact: true })).toBeVisible();
  });

  test("an unknown address is a 404 with a link home", async ({ page, allow }) => {
    allow(/status of 404/);
    const response = await page.goto("/nowhere");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });

  test("everything can be read without scripts", async ({ openBrowser }) => {
    const page = await openBrowser({ javaScriptEnabled: false });
    await page.goto("/");
    await page.getByRole("link", { name: "Pricing" }).click();
    await page.getByText("Do I have to pay anything here?").click();
    await expect(page.getByText(/^No. Every reflection in every paraline/)).toBeVisible();
  });
});
