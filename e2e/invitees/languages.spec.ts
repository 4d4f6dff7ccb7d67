import type { Page } from "@playwright/test";
import { withLanguage } from "#contract/invitee-paths.ts";
import { findTextDirection, type Language, languageNames, languages } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { expect, expectGoodLooks, phone, test } from "../testing/fixtures.ts";

const { page: english, later: englishLater, forms: englishForms } = inviteeMessages.en;

/** What only an English page says. */
const englishSentences = Object.values({
  ...english,
  ...englishLater,
  ...englishLater.errors,
  ...englishForms,
}).filter((text): text is string => typeof text === "string" && text.length > 7);

/** The page is in one language, in its direction, and says nothing in English. */
async function expectLanguage(page: Page, language: Language): Promise<void> {
  const root = page.locator("html");
  await expect(root).toHaveAttribute("lang", language);
  expect(await root.evaluate((html) => getComputedStyle(html).direction)).toBe(
    findTextDirection(language),
  );
  const text = (await page.locator("body").textContent()) ?? "";
  expect(englishSentences.filter((sentence) => text.includes(sentence))).toEqual([]);
}

const questions = [
  { label: "?", type: "textarea" as const },
  { label: "??", type: "rating" as const },
  { label: "???", type: "textarea" as const },
];

for (const language of ["de", "ja", "ar"] as const) {
  const { page: says, later, forms } = inviteeMessages[language];

  test(`somebody who reads only ${languageNames[language]} is asked, answers and is thanked`, async ({
    api,
    openBrowser,
  }) => {
    test.slow();
    const owner = await api.signUp({ name: "Maya" });
    const { circle, people } = await api.create(owner, { language, questions, people: ["Ana"] });
    const mail = await api.emailTo(people[0].email, "invitation");
    expect(mail.html).toContain(`lang="${language}"`);
    expect(englishSentences.filter((sentence) => mail.text.includes(sentence))).toEqual([]);

    const page = await openBrowser(phone);
    await page.goto(people[0].link);
    await expect(page).toHaveURL(`/feedback?lang=${language}`);
    await expect(page.getByText(says.question(1, 3)).first()).toBeVisible();
    await expectLanguage(page, language);
    await expectGoodLooks(page, "the first question");
    await page.reload();
    await expectLanguage(page, language);
    await page.getByRole("textbox").first().fill("…");
    await page.getByRole("button", { name: says.next }).click();
    await page.getByRole("radio").nth(3).check();
    await page.getByRole("button", { name: says.next }).click();
    await page.getByRole("textbox").last().fill("…");
    await expectLanguage(page, language);
    await expectGoodLooks(page, "the last question");
    await page.getByRole("button", { name: says.submit }).click();
    await expect(page.getByRole("heading", { name: later.thanks })).toBeVisible();
    await expect(page).toHaveURL(`/thank-you?lang=${language}`);
    await expectLanguage(page, language);
    await expectGoodLooks(page, "the thank-you");
    expect((await api.results(owner, circle)).responses).toHaveLength(1);
  });

  test(`somebody who reads only ${languageNames[language]} and runs no scripts is refused, declines, returns and unsubscribes`, async ({
    api,
    openBrowser,
    allow,
  }) => {
    allow(/status of 422/);
    const owner = await api.signUp({ name: "Maya" });
    const { people } = await api.create(owner, { language, questions, people: ["Ana"] });
    const page = await openBrowser({ ...phone, javaScriptEnabled: false });
    await page.goto(people[0].link);
    await page.getByRole("button", { name: says.next }).click();
    await page.getByRole("button", { name: says.next }).click();
    await page.getByRole("button", { name: says.submit }).click();
    await expect(page.getByText(later.errors.answers_none)).toBeVisible();
    await expectLanguage(page, language);
    await page.goto(people[0].link);
    await page.getByRole("button", { name: says.decline }).click();
    await expect(page.getByRole("heading", { name: later.errors.invite_declined })).toBeVisible();
    await expectLanguage(page, language);
    await page.getByRole("button", { name: later.answerAfterAll }).click();
    await expect(page.getByText(says.question(1, 3)).first()).toBeVisible();

    const mail = await api.emailTo(people[0].email, "invitation");
    await page.goto(mail.links.find((href) => href.includes("/unsubscribe")) ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      forms.noMoreFrom(isolateIn(language, "Maya")),
    );
    await expectLanguage(page, language);
    await page.getByRole("button", { name: forms.unsubscribe, exact: true }).click();
    await expect(page.getByRole("heading", { name: forms.unsubscribed })).toBeVisible();
    await expectLanguage(page, language);
  });
}

test("every language fits the smallest phone with text at twice its size, and leads to the others", async ({
  api,
  openBrowser,
  allow,
}) => {
  allow(/status of 404/);
  test.slow();
  const { circle, people } = await api.create(await api.signUp({ name: "Maya" }), {
    is_anonymous: true,
    questions,
  });
  const page = await openBrowser({
    ...phone,
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  });
  for (const language of languages) {
    for (const address of [
      people[0].link,
      `${people[0].link}#q3`,
      `/feedback?circle=${circle.id}`,
      "/thank-you",
      "/unsubscribe?token=none",
    ]) {
      const [start = "", hash = ""] = address.split("#");
      await page.goto(`${withLanguage(start, language)}${hash && `#${hash}`}`);
      if (language !== "en") await expectLanguage(page, language);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(widest, `${address} in ${language}`).toBeLessThanOrEqual(320);
    }
  }
  await page.getByRole("link", { name: languageNames.pl }).click();
  await expectLanguage(page, "pl");
});
