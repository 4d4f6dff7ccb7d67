import type { Page } from "@playwright/test";
import {
  desktop,
  expect,
  notification,
  phone,
  submitReflections,
  test,
  toLastQuestion,
} from "../testing/fixtures.ts";

test.use(phone);

test.describe("an invitee answers", () => {
  for (const isAnonymous of [false, true]) {
    test(`the first question can be answered on opening, or the only button leads to it${isAnonymous ? ", also anonymously" : ""}`, async ({
      page,
      openLink,
    }) => {
      const words = "After eleven years as a ward nurse I was offered the lease. ".repeat(5);
      await openLink({
        is_anonymous: isAnonymous,
        description: words.slice(0, 250),
        what_they_ask: "Tell me what you see in me, kindly and plainly.",
      });
      const goThere = page.getByRole("button", { name: "Go to the first question" });
      const next = page.getByRole("button", { name: "Next" });
      const sizes = ["320x568", "360x640", "390x664", "390x844", "412x823", "768x1024"];
      for (const size of sizes) {
        const [width = 0, height = 0] = size.split("x").map(Number);
        await page.setViewportSize({ width, height });
        await page.reload();
        await expect(goThere.or(next).first()).toBeInViewport();
        if (await goThere.isVisible()) {
          await expect(next, `Next at ${size}`).not.toBeInViewport();
          await goThere.click();
        }
        await expect(next, `Next at ${size}`).toBeInViewport();
        await expect.poll(() => coveredParts(page), size).toEqual([]);
        await next.click();
        await expect(page.getByText("Question 2 of 3")).toBeVisible();
        await page.getByRole("button", { name: "Back" }).click();
        await expect(page.getByText("Question 1 of 3")).toBeVisible();
        await expect.poll(() => coveredParts(page), `Back at ${size}`).toEqual([]);
      }
    });
  }

  test("the message about a refused answer never covers Submit, and disappears when the answer is corrected", async ({
    openBrowser,
    api,
  }) => {
    const { people } = await api.create(await api.signUp());
    const page = await openBrowser({ ...desktop, isMobile: false, hasTouch: false });
    await page.clock.install();
    await page.goto(people[0].link);
    await expect(page).toHaveURL("/feedback");
    await toLastQuestion(page);
    await page.getByRole("textbox", { name: "in my place" }).fill("a".repeat(2001));
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    const refusal = notification(page, "Answer must be less than 2000 characters");
    await expect(refusal).toBeVisible();
    // From now on it disappears only on a click or when the error is corrected.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole("button", { name: "Submit Reflections" }).click({ trial: true });
    await page.getByRole("textbox", { name: "in my place" }).fill("Shorter.");
    await expect(refusal).toBeHidden();
    await submitReflections(page);
  });

  test("the message about the submission covers no button of the thank-you page on a small phone", async ({
    page,
    api,
  }) => {
    const { people } = await api.create(await api.signUp());
    await page.setViewportSize({ width: 390, height: 664 });
    await page.clock.install();
    await page.goto(people[0].link);
    await expect(page).toHaveURL("/feedback");
    await toLastQuestion(page);
    await page.getByRole("textbox", { name: "in my place" }).fill("Open it.");
    // From now on nothing disappears on its own.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(notification(page, "Feedback submitted successfully!")).toBeVisible();
    await page.getByRole("link", { name: "Start your own Paraline" }).click({ trial: true });
  });

  test("without a network nothing is lost, and Submit works once it is back", async ({
    page,
    context,
    api,
    allow,
    openLink,
  }) => {
    const { owner, circle } = await openLink();
    await page.waitForLoadState("networkidle");

    allow(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: "4" }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "in my place" }).fill("Open it.");
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(notification(page, "Failed to submit feedback. Please try again.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "in my place" })).toHaveValue("Open it.");

    await context.setOffline(false);
    await submitReflections(page);
    const { responses } = await api.results(owner, circle);
    expect(responses.map(({ answers }) => answers.map(({ answer }) => answer))).toEqual([
      ["At the stove.", 4, "Open it."],
    ]);
  });
});

/** The parts of the question and of its field's first two lines that are outside the window or covered. */
function coveredParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const question = document.querySelector("#q1 h2[tabindex]");
    const field = document.querySelector("#q1 textarea");
    if (!question || !field) return ["missing"];
    const twoLines = 2 * Number.parseFloat(getComputedStyle(field).lineHeight);
    const parts = {
      question: { of: question, height: question.clientHeight },
      field: { of: field, height: twoLines },
    };
    return Object.entries(parts)
      .filter(([, { of, height }]) => {
        const { top, left, width } = of.getBoundingClientRect();
        return [top + 2, top + height].some((y) => {
          const there = document.elementFromPoint(left + width / 4, y);
          return !there || !(of === there || of.contains(there) || there.contains(of));
        });
      })
      .map(([name]) => name);
  });
}
