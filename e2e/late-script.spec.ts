import type { Page } from "@playwright/test";
import { expect, phone, test } from "./fixtures.ts";

test.use(phone);

test.describe("an invitee whose connection brings the script late", () => {
  test("loses nothing that was written before it came", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const bringScripts = await holdScriptsBack(page);
    await openWithoutWaiting(page, people[0]?.link);

    await page.getByRole("textbox", { name: "most alive" }).fill("Written before the script.");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await page.getByRole("radio", { name: "4" }).check();
    expect(new URL(page.url()).pathname).toBe("/invite");
    await bringScripts();
    await expect(page).toHaveURL(/\/feedback/);

    // Where they were, and with what they had written.
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await expect(page.getByRole("radio", { name: "4" })).toBeChecked();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("textbox", { name: "most alive" })).toHaveValue(
      "Written before the script.",
    );
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("radio", { name: "4" })).toBeChecked();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Question 3 of 3")).toBeVisible();
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });

  test("keeps the caret and goes on writing while it comes", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const bringScripts = await holdScriptsBack(page);
    await openWithoutWaiting(page, people[0]?.link);
    const answer = page.getByRole("textbox", { name: "most alive" });
    await answer.click();
    await page.keyboard.type("At the ");
    await bringScripts();
    await expect(page).toHaveURL("/feedback");
    await page.keyboard.type("stove.");
    await expect(answer).toHaveValue("At the stove.");
  });

  test("keeps what was written in an earlier visit beside what was written just now", async ({
    page,
    api,
  }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const link = people[0]?.link ?? "";
    await page.goto(link);
    await expect(page).toHaveURL("/feedback");
    const answer = page.getByRole("textbox", { name: "most alive" });
    await answer.fill("The first visit.");

    const bringScripts = await holdScriptsBack(page);
    await page.goto("about:blank");
    await openWithoutWaiting(page, link);
    await answer.fill("The second visit.");
    await bringScripts();
    await expect(page).toHaveURL("/feedback");
    await expect(answer).toHaveValue("The first visit.\nThe second visit.");
  });

  test("can send the form before it is there", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const bringScripts = await holdScriptsBack(page);
    await openWithoutWaiting(page, people[0]?.link);
    await page.getByRole("textbox", { name: "most alive" }).fill("Sent without it.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(page).toHaveURL("/thank-you");
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await bringScripts();
    await expect(page.getByRole("link", { name: "Start your own Paraline" })).toBeVisible();
  });
});

/** Every script of the page waits until the returned function is called. */
async function holdScriptsBack(page: Page): Promise<() => Promise<void>> {
  const arrival = Promise.withResolvers<void>();
  const scripts = /\/assets\/.*\.js$/;
  await page.route(scripts, async (route) => {
    await arrival.promise;
    // The page may have gone meanwhile.
    await route.fallback().catch(() => {});
  });
  return async () => {
    arrival.resolve();
    await page.unroute(scripts);
  };
}

/** A page counts as loaded only once its scripts are there. */
async function openWithoutWaiting(page: Page, link: string | undefined): Promise<void> {
  await page.goto(link ?? "", { waitUntil: "commit" });
}
