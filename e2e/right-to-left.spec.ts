import type { Page } from "@playwright/test";
import type { generateInsights } from "#contract/insights/insights.ts";
import { expect, notification, phone, test } from "./testing/fixtures.ts";
import type { Email } from "./testing/owners.ts";

/** Everything that people write, in Hebrew and Arabic only: no Latin letter beside it is theirs. */
const words = {
  owner: "מאיה כהן",
  title: "האם לפתוח מאפייה?",
  description: "מאפייה משלי, אחרי 12 שנים.\nأفكر في هذا منذ عام.",
  what_they_ask: "ספרו לי מה אתם רואים בי, בכנות.",
  question: "متى رأيتني أكثر حيوية؟",
  rating: "כמה זה מתאים לי?",
  choice: "מה הייתם עושים במקומי?",
  options: ["לחכות שנה.", "ابدأ الآن!"],
  captions: { low: "לא מתאים", middle: "אולי", high: "مناسب جدا" },
  people: ["לאה", "داود", "רות"],
  answer: "את רגועה, גם ב-3 בלילה.",
  note: "בהצלחה!",
};

const questions = [
  { label: words.question, type: "textarea" as const, subtitle: words.note },
  { label: words.rating, type: "rating" as const, rating_labels: words.captions },
  { label: words.choice, type: "choice" as const, options: words.options },
];

/** What a person wrote from right to left, and that takes its direction from the page or from words that surround it. */
function findUndirected(): string[] {
  const rightToLeft = /[\u0590-\u08ff]/;
  const withoutIsolated = (text: string | null) =>
    (text ?? "").replace(/\u2068[^\u2069]*\u2069/g, "");
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = withoutIsolated(node.textContent);
    if (!rightToLeft.test(text) || element?.closest(".sr-only, option, script, textarea")) continue;
    const own = element?.closest("[dir=auto], bdi");
    const isAlone = own && !/[a-z]/i.test(withoutIsolated(own.textContent));
    const style = own && getComputedStyle(own);
    if (!isAlone || style?.direction !== "rtl" || /left|right/.test(style.textAlign))
      found.push(text);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("textarea, input")) {
    const isTyped = field.checkVisibility() && !/radio|checkbox/.test(field.type);
    if (isTyped && rightToLeft.test(field.value) && field.dir !== "auto") found.push(field.value);
  }
  return found;
}

async function expectDirected(page: Page, where: string): Promise<void> {
  const shown = await page.evaluate(() => /[\u0590-\u08ff]/.test(document.body.innerHTML));
  const typed = await page
    .locator("textarea, input")
    .evaluateAll((fields) => fields.some((field) => "value" in field && field.value !== ""));
  expect.soft(shown || typed, `${where} shows what people wrote`).toBe(true);
  expect.soft(await page.evaluate(findUndirected), where).toEqual([]);
}

/** @param page an empty one, where an email's styles are allowed */
async function expectDirectedEmail(page: Page, { html }: Email, which: string): Promise<void> {
  await page.setContent(html);
  await expectDirected(page, which);
}

test.describe("what people write from right to left has a direction of its own", () => {
  const wanted = { ...words, questions };

  test("what people write from right to left has a direction of its own for invitees", async ({
    api,
    openBrowser,
  }) => {
    test.slow();
    const owner = await api.signUp({ name: words.owner });
    const { circle, people } = await api.create(owner, { ...wanted, people: createPeople(1) });
    const page = await openBrowser(phone);
    await page.goto(people[0]?.link ?? "");
    await page.getByRole("textbox").first().fill(words.answer);
    await expectDirected(page, "a text question");
    await page.getByRole("button", { name: "Next" }).click();
    await expectDirected(page, "a rating");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox").last().fill(words.note);
    await expectDirected(page, "the last question");
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await expectDirected(page, "the thank-you");
    const mail = await api.emailTo(people[0]?.email ?? "", "invitation");
    await page.goto(mail.links.find((href) => href.includes("/unsubscribe")) ?? "");
    await expectDirected(page, "unsubscribing");
    await api.call(owner, "PUT", `/api/circles/${circle.id}/open-link`, { open: true });
    await page.goto(`/feedback?circle=${circle.id}`);
    await page.getByRole("textbox", { name: "Your first name" }).fill("לאה");
    await expectDirected(page, "the open share link");
    await expectDirectedEmail(await openBrowser(), mail, "the invitation");
  });

  test("what people write from right to left has a direction of its own for the owner who reads and decides", async ({
    api,
    openAs,
    openBrowser,
  }) => {
    test.slow();
    const owner = await api.signUp({ name: words.owner });
    const { circle, people } = await api.create(owner, { ...wanted, people: createPeople(3) });
    for (const person of people) {
      await api.answer({ circle, person, text: words.answer }, { encouragement: words.note });
    }
    await api.call<typeof generateInsights>(owner, "POST", `/api/circles/${circle.id}/insights`);
    const page = await openAs(owner);
    const results = `/results?circle=${circle.id}`;
    const open = async (address: string) => {
      await page.goto(address);
      await expect(page.getByText(words.title).first()).toBeVisible();
    };
    for (const by of ["person", "question", "theme"]) {
      await open(`${results}&by=${by}`);
      await expect(page.getByText(words.answer).first()).toBeVisible();
      await expectDirected(page, `results by ${by}`);
    }
    await open(results);
    await page.getByRole("textbox", { name: "Search within answers" }).fill("רגועה");
    await expect(page.getByText("answers contain")).toBeVisible();
    await expectDirected(page, "search hits");
    await open(`${results}&tab=encouragement`);
    await expectDirected(page, "encouragement");
    await open(`${results}&tab=insights`);
    await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible();
    await expectDirected(page, "insights");
    await open(`/decision?circle=${circle.id}`);
    for (const section of ["Looking ahead", "Close the loop"])
      await page.getByText(section).click();
    await page.getByRole("textbox", { name: "My prediction" }).fill(words.answer);
    await page.getByRole("textbox", { name: "What I heard" }).fill(words.description);
    await expectDirected(page, "the decision");
    await page.getByRole("button", { name: "Preview and send" }).click();
    await expectDirected(page, "the closing letter");
    await page.getByRole("button", { name: /^Send to/ }).click();
    await expect(notification(page, "Sent to 3 people")).toBeVisible();
    const letter = await api.emailTo(people[0]?.email ?? "", "closing_letter");
    await expectDirectedEmail(await openBrowser(), letter, "the closing letter as an email");
    const news = await api.emailTo(owner.email, "new_responses");
    await expectDirectedEmail(await openBrowser(), news, "the email about new responses");
  });

  test("what people write from right to left has a direction of its own for the owner who shares", async ({
    api,
    openAs,
  }) => {
    test.slow();
    const owner = await api.signUp({ name: words.owner });
    const { circle } = await api.create(owner, { ...wanted, people: createPeople(2) });
    const page = await openAs(owner);
    await page.goto(`/share?circle=${circle.id}`);
    await page.getByRole("button", { name: "Add someone" }).click();
    await page.getByRole("button", { name: "Paste several at once" }).click();
    await page
      .getByRole("textbox", { name: "Several people" })
      .fill("רות <ruth@example.com>\nשכנים");
    await page.getByRole("button", { name: "Add these people" }).click();
    await expect(page.getByText(/added!$/)).toBeVisible();
    await expectDirected(page, "the share screen");
    for (const entry of ["Change address", "Remove"]) {
      await page
        .getByRole("button", { name: /^More for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: entry }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectDirected(page, entry);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await openTitled(page, "/contacts");
    await page.getByRole("searchbox").fill("לאה");
    await expectDirected(page, "contacts");
    await openTitled(page, "/circles");
    await expectDirected(page, "the dashboard");
    for (const entry of ["Duplicate", "Close", "Delete"]) {
      await page.getByRole("button", { name: /^More/ }).click();
      await page.getByRole("menuitem", { name: entry }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectDirected(page, `the dialog of ${entry}`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await openTitled(page, "/results");
    await expectDirected(page, "the choice of a paraline");
    await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
    await openTitled(page, "/history");
    await expectDirected(page, "the history");
    await page.goto("/settings");
    await expect(page.getByRole("textbox", { name: "Full Name" })).toHaveValue(words.owner);
    await expectDirected(page, "the settings");
  });

  test("what people write from right to left has a direction of its own for the owner who writes", async ({
    api,
    openAs,
  }) => {
    test.slow();
    const page = await openAs(await api.signUp({ name: "" }));
    const next = page.getByRole("button", { name: "Continue" });
    await page.goto("/create");
    await page.getByRole("textbox", { name: "Title" }).fill(words.title);
    await page.getByRole("textbox", { name: "What I'm exploring" }).fill(words.description);
    await page.getByRole("textbox", { name: "What I'm asking from you" }).fill(words.what_they_ask);
    await expectDirected(page, "step 1");
    await next.click();
    await page.getByRole("textbox", { name: "Question 1" }).fill(words.question);
    await page.getByRole("combobox", { name: "How question 1 is answered" }).selectOption("choice");
    for (const [index, option] of words.options.entries()) {
      await page.getByRole("textbox", { name: `Option ${index + 1} of question 1` }).fill(option);
    }
    await page.getByRole("textbox", { name: "Question 2" }).fill(words.rating);
    await page.getByRole("combobox", { name: "How question 2 is answered" }).selectOption("rating");
    await page.getByRole("textbox", { name: "What 1 means" }).fill(words.captions.low);
    await expectDirected(page, "step 2");
    await next.click();
    await page.getByRole("textbox", { name: "First name" }).fill("לאה");
    await expectDirected(page, "step 3, while typing");
    await page.getByRole("textbox", { name: "Email" }).fill("lea@example.com");
    await page.getByRole("textbox", { name: "Email" }).press("Enter");
    await expect(page.getByText(/added!$/)).toBeVisible();
    await expectDirected(page, "step 3");
    await next.click();
    await page.getByRole("textbox", { name: "Your name" }).fill(words.owner);
    await expectDirected(page, "step 4");
  });
});

function createPeople(count: number) {
  return words.people.slice(0, count).map((name, index) => ({
    name,
    email: `person-${crypto.randomUUID()}-${index}@example.com`,
  }));
}

async function openTitled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(words.title).first()).toBeVisible();
}
