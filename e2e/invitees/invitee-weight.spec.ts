import type { Page, Request } from "@playwright/test";
import { expect, layoutShift, phone, submitReflections, test } from "../testing/fixtures.ts";

test.use(phone);

test.describe("the invitee's path", () => {
  test("needs at most 4 requests until the first question and 6 in all, none of them to another site", async ({
    page,
    api,
    baseURL,
  }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.goto(people[0].link, { waitUntil: "commit" });
    await expect(page).toHaveURL("/feedback");
    const first = requests.filter((request) => request.resourceType() !== "font");
    expect(first.map((request) => request.url()).length).toBeLessThanOrEqual(4);
    await answerAll(page);
    const asked = requests.map((request) => request.url());
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(6);
    expect(asked.every((address) => address.startsWith(`${baseURL}/`))).toBe(true);
    expect(asked.slice(1).filter((address) => address.includes("token="))).toEqual([]);
  });

  test("requests no web font before the first question can be answered", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.resourceType()));
    const scriptArrives = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await scriptArrives.promise;
      await route.fallback();
    });
    await page.goto(people[0].link, { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    expect(asked).not.toContain("font");
    scriptArrives.resolve();
    await expect.poll(() => asked).toContain("font");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("makes no requests between the questions", async ({ page, openLink }) => {
    await openLink({ people: ["Ana"] });
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: "4" }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "in my place" }).fill("Open it.");
    await page.getByRole("button", { name: "Back" }).click();
    expect(asked).toEqual([]);
  });

  test("moves nothing while it loads, and sets no cookie", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    await page.goto(people[0].link);
    await expect(page).toHaveURL("/feedback");
    await page.waitForLoadState("networkidle");
    await answerAll(page);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

async function answerAll(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("radio", { name: "4" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "in my place" }).fill("Open it.");
  await submitReflections(page);
}
