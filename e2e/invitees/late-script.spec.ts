import type { Page } from "@playwright/test";
import { expect, phone, submitReflections, test, toLastQuestion } from "../testing/fixtures.ts";

test.use(phone);

test.describe("an invitee whose script loads late", () => {
  test("loses nothing that was written before it loaded", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const bringScripts = await holdScriptsBack(page);
    await openWithoutWaiting(page, people[0].link);

    await page.getByRole("textbox", { name: "most alive" }).fill("Written before the script.");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await page.getByRole("radio", { name: "4" }).check();
    expect(new URL(page.url()).pathname).toBe("/invite");
    await bringScripts();
    await expect(page).toHaveURL(/\/feedback/);

    // They are in the same place, with what they had written.
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
    await submitReflections(page);
  });

  test("keeps the caret and the typing while it loads", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const bringScripts = await holdScriptsBack(page);
    await openWithoutWaiting(page, people[0].link);
    const answer = page.getByRole("textbox", { name: "most alive" });
    await answer.click();
    await page.keyboard.type("At the ");
    await bringScripts();
    await expect(page).toHaveURL("/feedback");
    await page.keyboard.type("stove.");
    await expect(answer).toHaveValue("At the stove.");
  });

  test("keeps what was written in an earlier visit together with what was just written", async ({
    page,
    api,
  }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const link = people[0].link;
    await page.goto(link);
    await expect(page).toHaveURL("/feedback");
    const answer = page.getByRole("textbox", { name: "most alive" });
    await answer.fill("The first visit.");

    const bringScripts = await holdScriptsBack(page);
    await page.goto("about:blank");
    await openWithoutWaiting(page, link);
    await expect(answer).toHaveValue("The first visit.");
    await answer.press("End");
    await page.keyboard.type(" The second visit.");
    await bringScripts();
    await expect(page).toHaveURL("/feedback");
    await expect(answer).toHaveValue("The first visit. The second visit.");
  });

  test("finds everything after a reload, before and after the script loads", async ({
    page,
    api,
  }) => {
    const { people } = await api.create(await api.signUp(), {
      is_anonymous: true,
    });
    const link = people[0].link;
    const bringScripts = await holdScriptsBack(page);
    await openWithoutWaiting(page, link);
    const answer = page.getByRole("textbox", { name: "most alive" });
    const next = page.getByRole("button", { name: "Next" });
    await answer.fill("Written before the script.");
    await next.click();
    await page.getByRole("radio", { name: "4" }).check();
    await next.click();
    await page.getByRole("checkbox", { name: /^Leave mine out/ }).check();
    // No address that contains the link is kept, and none of the fields that the page stores itself.
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain("Written before the script.");
    expect(kept).not.toContain(new URL(link).searchParams.get("token"));

    const isAllThere = async () => {
      await expect(answer).toHaveValue("Written before the script.");
      await next.click();
      await expect(page.getByRole("radio", { name: "4" })).toBeChecked();
      await next.click();
      await expect(page.getByRole("checkbox", { name: /^Leave mine out/ })).toBeChecked();
    };
    await openWithoutWaiting(page, link);
    await isAllThere();
    await bringScripts();
    await expect(page).toHaveURL(/\/feedback/);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await isAllThere();
  });

  test("loses nothing when the connection is lost as the form is sent", async ({
    page,
    api,
    allow,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED|^request failed/);
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    await holdScriptsBack(page);
    await openWithoutWaiting(page, people[0].link);
    const answer = page.getByRole("textbox", { name: "most alive" });
    await answer.fill("Sent into the void.");
    await toLastQuestion(page);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(page).toHaveURL(/^chrome-error:/);
    await page.context().setOffline(false);
    await openWithoutWaiting(page, people[0].link);
    await expect(answer).toHaveValue("Sent into the void.");
  });
});

/** Holds back every script of the page until the returned function is called. */
async function holdScriptsBack(page: Page): Promise<() => Promise<void>> {
  const arrival = Promise.withResolvers<void>();
  const scripts = /\/assets\/.*\.js$/;
  await page.route(scripts, async (route) => {
    await arrival.promise;
    // The page may be closed by now.
    await route.fallback().catch(() => {});
  });
  return async () => {
    arrival.resolve();
    await page.unroute(scripts);
  };
}

/** A page counts as loaded only once its scripts have arrived. */
async function openWithoutWaiting(page: Page, link: string | undefined): Promise<void> {
  await page.goto(link ?? "", { waitUntil: "commit" });
}
