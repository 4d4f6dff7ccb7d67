import type { Page } from "@playwright/test";
import {
  expect,
  notification,
  phone,
  submitReflections,
  test,
  toLastQuestion,
} from "../testing/fixtures.ts";

test.use(phone);

const first = (page: Page) => page.getByRole("textbox", { name: "most alive" });
const last = (page: Page) => page.getByRole("textbox", { name: "in my place" });
const used = (page: Page) =>
  page.getByRole("heading", { name: "You've already shared your reflections" });

test.describe("an invitee", () => {
  test("writes in two tabs of one link and sends all of it", async ({
    page,
    context,
    api,
    allow,
    openLink,
  }) => {
    // The other tab asks for the link's state once the draft is deleted.
    allow(/status of 409/);
    const { owner, circle, link } = await openLink();
    const other = await context.newPage();
    await other.goto(link);
    await expect(other).toHaveURL("/feedback");
    await first(page).fill("In the first tab.");
    await expect(first(other)).toHaveValue("In the first tab.");
    await toLastQuestion(other);
    await last(other).fill("In the second tab.");
    await toLastQuestion(page);
    await expect(last(page)).toHaveValue("In the second tab.");
    await page.reload();
    await expect(last(page)).toHaveValue("In the second tab.");
    await submitReflections(page);
    await expect(used(other)).toBeVisible();
    await expect(other.getByText("What you have written")).toBeHidden();
    const { responses } = await api.results(owner, circle);
    expect(responses[0]?.answers.map(({ answer }) => answer)).toEqual([
      "In the first tab.",
      "In the second tab.",
    ]);
  });

  test("returns to the question where they were by Back, a reload and the link", async ({
    page,
    openLink,
  }) => {
    const { link } = await openLink();
    const isAt = (number: number) =>
      expect(page.getByText(`Question ${number} of 3`)).toBeVisible();
    await toLastQuestion(page);
    await isAt(3);
    await page.goBack();
    await isAt(2);
    await page.reload();
    await isAt(2);
    await page.goForward();
    await isAt(3);
    await page.goto(link);
    await isAt(3);
    await expect(page).toHaveURL("/feedback#q3");
    await last(page).fill("Open it.");
    await submitReflections(page);
    await page.goBack();
    await expect(used(page)).toBeVisible();
  });

  test("reaches the server if only the page's call is blocked", async ({
    page,
    api,
    allow,
    openLink,
  }) => {
    allow(/ERR_BLOCKED_BY_CLIENT/);
    const { owner, circle, link } = await openLink();
    await page.route("**/api/feedback", (route) => route.abort("blockedbyclient"));
    await first(page).fill("At the stove.");
    await toLastQuestion(page);
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(notification(page, "Failed to submit feedback. Please try again.")).toBeVisible();
    await submitReflections(page);
    await expect(page).toHaveURL("/thank-you");
    expect((await api.results(owner, circle)).responses).toHaveLength(1);
    const kept = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await kept()).not.toMatch(/stove|invite_token/);
    await page.goto(link);
    await expect(used(page)).toBeVisible();
  });

  test("sees no page wider than the phone, and prints everything that they wrote", async ({
    page,
    openLink,
  }) => {
    const caption = "Donaudampfschifffahrtsgesellschaftskapit";
    await page.setViewportSize({ width: 320, height: 568 });
    await openLink({
      questions: [
        { label: "When have you seen me most alive?", type: "textarea" },
        {
          label: "How well does it fit?",
          type: "rating",
          rating_labels: { low: caption, middle: caption, high: caption },
        },
      ],
    });
    await first(page).fill("A long line of an answer.\n".repeat(70));
    await page.emulateMedia({ media: "print" });
    const cut = await first(page).evaluate((field) => field.scrollHeight - field.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(caption).first()).toBeVisible();
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await overflow()).toBe(0);
  });
});
