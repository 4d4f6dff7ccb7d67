import type { Page } from "@playwright/test";
import { dayAhead } from "../testing/days.ts";
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
  test("the first card says who asks, what is asked, how long it takes and who will read it", async ({
    page,
    api,
  }) => {
    const owner = await api.signUp({ name: "Maya Okafor" });
    const { people } = await api.create(owner);
    await page.goto(people[0].link);

    const card = page.getByRole("region", { name: "About this paraline" });
    await expect(card.getByRole("heading")).toHaveText([
      "Should I open the bakery?",
      "What they're exploring",
      "What they're asking from you",
      "Who reads it",
    ]);
    await expect(card.getByText("From Maya Okafor")).toBeVisible();
    await expect(card.getByText("A bakery of my own, after twelve years")).toBeVisible();
    await expect(card.getByText("Tell me what you see in me")).toBeVisible();
    await expect(card.getByText("This will take about 3-5 minutes")).toBeVisible();
    await expect(card.getByText("3 people were asked.")).toBeHidden();
    await card.getByText("Only Maya Okafor, with your first name beside it").click();
    await expect(card.getByText("3 people were asked.")).toBeVisible();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    await expect(page.getByText("33%")).toBeVisible();
    await expect(page).toHaveTitle("Question 1 of 3 · Paraline");
  });

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

  test("Back keeps what was written, and the card appears on the first question only", async ({
    page,
    api,
  }) => {
    const { people } = await api.create(await api.signUp());
    await page.goto(people[0].link);
    const back = page.getByRole("button", { name: "Back" });
    const next = page.getByRole("button", { name: "Next" });
    const card = page.getByRole("region", { name: "About this paraline" });

    await expect(page).toHaveURL("/feedback");
    await expect(back).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await next.click();
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await expect(page.getByText("67%")).toBeVisible();
    await expect(card).toBeHidden();
    await page.getByRole("radio", { name: "5, Great fit" }).check();
    await next.click();
    await page.getByRole("textbox", { name: "in my place" }).fill("Open it.");
    await expect(next).toBeHidden();
    await back.click();
    await expect(page.getByRole("radio", { name: "5, Great fit" })).toBeChecked();
    await back.click();
    await expect(page.getByRole("textbox", { name: "most alive" })).toHaveValue("At the stove.");
    await expect(card).toBeVisible();
  });

  test("a rating is chosen by arrow keys and nothing advances by itself; Ctrl+Enter is Next and Submit", async ({
    page,
    openLink,
  }) => {
    const { circle } = await openLink();

    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await expect(page.getByText("Poor fit", { exact: true })).toBeVisible();
    await expect(page.getByText("Neutral", { exact: true })).toBeVisible();
    await expect(page.getByText("Great fit", { exact: true })).toBeVisible();
    await page.getByRole("radio", { name: "3, Neutral" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "4" })).toBeChecked();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Question 3 of 3")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    expect(circle.questions).toHaveLength(3);
  });

  test("counters show from 200 characters before a limit; too long is refused at its question", async ({
    page,
    openLink,
  }) => {
    await openLink();
    const answer = page.getByRole("textbox", { name: "most alive" });
    const note = page.getByRole("textbox", { name: "Leave an encouragement note" });
    const submit = page.getByRole("button", { name: "Submit Reflections" });
    const toLast = async () => {
      await toLastQuestion(page);
    };

    await answer.fill("a".repeat(1799));
    await expect(page.getByText("1,799 of 2,000 characters")).toBeHidden();
    await answer.fill("a".repeat(1800));
    await expect(page.getByText("1,800 of 2,000 characters").first()).toBeVisible();
    await answer.fill("a".repeat(2001));
    await toLast();
    await submit.click();
    await expect(notification(page, "Answer must be less than 2000 characters")).toBeVisible();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    await expect(answer).toBeFocused();
    await expect(answer).toHaveAttribute("aria-invalid", "true");
    await expect(answer).toHaveValue("a".repeat(2001));

    await answer.fill("a".repeat(2000));
    await toLast();
    await note.fill("b".repeat(1001));
    await submit.click();
    await expect(
      notification(page, "Encouragement must be less than 1000 characters"),
    ).toBeVisible();
    await expect(note).toBeFocused();
    await note.fill("b".repeat(1000));
    await submit.click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });

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

  test("a completely empty form is refused at the first question", async ({ page, openLink }) => {
    await openLink();
    await toLastQuestion(page);
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(notification(page, "Please answer at least one question.")).toBeVisible();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
  });

  test("the thank-you page shows the owner's real values, even after a reload", async ({
    page,
    api,
  }) => {
    const owner = await api.signUp({ name: "Maya Okafor" });
    const deadline = dayAhead.value;
    const { circle, people } = await api.create(owner, { deadline, people: ["Ana", "Ben"] });
    const [ana, ben] = people;
    await api.answer({ circle, person: ben, text: "Yes." });
    await page.goto(ana.link);
    await expect(page).toHaveURL("/feedback");
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await toLastQuestion(page);
    await page.getByRole("textbox", { name: "encouragement" }).fill("Go, go, go.");
    await page.getByRole("button", { name: "Submit Reflections" }).click();

    await expect(notification(page, "Feedback submitted successfully!")).toBeVisible();
    for (const visit of ["at once", "after a reload"]) {
      await test.step(visit, async () => {
        await expect(page).toHaveURL("/thank-you");
        await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
        await expect(page.getByText("on their way to Maya Okafor.")).toBeVisible();
        await expect(page.getByText(dayAhead.long)).toBeVisible();
        await expect(page.getByText("2 of 2 perspectives")).toBeVisible();
      });
      await page.reload();
    }
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
    );
    expect(kept).not.toContain("At the stove.");
    expect(kept).not.toContain(ana.token);

    const results = await api.results(owner, circle);
    expect(results.encouragements.map(({ note }) => note)).toEqual(["Go, go, go."]);

    await page.getByRole("link", { name: "Start your own Paraline" }).click();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
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

  test("opened directly, the thank-you page only says thank you", async ({ page }) => {
    await page.goto("/thank-you");
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start your own Paraline" })).toBeVisible();
    await expect(page.getByText("perspectives")).toBeHidden();
    await expect(page.locator("main")).toHaveText("Thank youStart your own Paraline");
  });

  test("a draft is kept through a reload and a closed tab, and is deleted by submitting", async ({
    page,
    context,
    openLink,
  }) => {
    const { link } = await openLink();
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: "2" }).check();

    await page.reload();
    await expect(page.getByRole("textbox", { name: "most alive" })).toHaveValue("At the stove.");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("radio", { name: "2" })).toBeChecked();

    await page.close();
    const later = await context.newPage();
    await later.goto(link);
    await expect(later.getByRole("textbox", { name: "most alive" })).toHaveValue("At the stove.");
    await later.getByRole("button", { name: "Next" }).click();
    await expect(later.getByRole("radio", { name: "2" })).toBeChecked();
    await later.getByRole("button", { name: "Next" }).click();
    await submitReflections(later);
    expect(await later.evaluate(() => localStorage.length)).toBe(0);
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

  test("clicking Submit twice submits once", async ({ page, api }) => {
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    await page.goto(people[0].link);
    await expect(page).toHaveURL("/feedback");
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await toLastQuestion(page);
    await page.getByRole("button", { name: "Submit Reflections" }).dblclick();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    expect(posts).toBe(1);
    const { responses } = await api.results(owner, circle);
    expect(responses).toHaveLength(1);
  });

  test("a second tab shows that the reflections are already shared", async ({
    page,
    context,
    api,
    allow,
  }) => {
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner);
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto(people[0].link);
      await expect(tab).toHaveURL("/feedback");
      await tab.getByRole("textbox", { name: "most alive" }).fill(tab === page ? "One." : "Two.");
      await tab.getByRole("button", { name: "Next" }).click();
      await tab.getByRole("button", { name: "Next" }).click();
    }
    await submitReflections(page);

    allow(/status of 409/);
    await second.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(
      second.getByRole("heading", { name: "You've already shared your reflections" }),
    ).toBeVisible();
    const { responses } = await api.results(owner, circle);
    expect(responses.map(({ answers }) => answers[0]?.answer)).toEqual(["One."]);
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
