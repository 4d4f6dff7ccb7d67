import type { Page } from "@playwright/test";
import { withLanguage } from "#contract/invitee-paths.ts";
import { findTextDirection, type Language, languageNames, languages } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import type { PageMessages } from "#contract/messages/en/page.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { renderSampleEmails, renderSamplePages } from "../../tools/build/language-samples.mjs";
import { expect, expectGoodLooks, expectWellNamed, phone, test } from "../testing/fixtures.ts";

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
  if (language === "en") return;
  const text = (await page.locator("body").textContent()) ?? "";
  expect(englishSentences.filter((sentence) => text.includes(sentence))).toEqual([]);
}

/** A step between two others leads back at the right, and on at the left, as its arrow, its progress and Tab do. */
async function expectMirrored(page: Page, says: PageMessages): Promise<void> {
  const back = page.getByRole("button", { name: says.back });
  const next = page.getByRole("button", { name: says.next });
  const [backBox, nextBox] = [await back.boundingBox(), await next.boundingBox()];
  expect(backBox?.x).toBeGreaterThan(nextBox?.x ?? Number.NaN);
  await expect(back.locator("svg")).toHaveCSS("scale", "-1 1");
  await expect(page.getByRole("progressbar")).toHaveCSS("direction", "rtl");
  await back.focus();
  await page.keyboard.press("Tab");
  await expect(next).toBeFocused();
  const scale = page.getByRole("radio");
  expect((await scale.first().boundingBox())?.x).toBeGreaterThan(
    (await scale.last().boundingBox())?.x ?? Number.NaN,
  );
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
    if (language === "ar") await expectMirrored(page, says);
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

/** Links and buttons that leave a phone of 320 pixels, or whose words leave them; and how far a page scrolls sideways. */
function findTooWide(): string[] {
  const found: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > 320) found.push(`the page: ${scrollWidth}`);
  for (const element of document.querySelectorAll<HTMLElement>("a, button, label, h1, h2")) {
    if (!element.checkVisibility() || element.closest(".sr-only")) continue;
    const { left, right } = element.getBoundingClientRect();
    const isCut =
      getComputedStyle(element).display !== "inline" &&
      element.scrollWidth > element.clientWidth + 1;
    if (left < -1 || right > 321 || isCut) found.push(element.textContent);
  }
  return found;
}

/** Shows a document in the present one, which keeps what was injected into it. No script of it runs. */
function showDocument(html: string): void {
  const shown = new DOMParser().parseFromString(html, "text/html").documentElement;
  document.replaceChild(document.adoptNode(shown), document.documentElement);
}

test.describe("every page and email", () => {
  for (const language of languages) {
    test(`in ${languageNames[language]} fits the smallest phone with text at twice its size, and is accessible`, async ({
      openBrowser,
    }) => {
      test.slow();
      const page = await openBrowser({ ...phone, viewport: { width: 320, height: 640 } });
      const samples = [
        ...(await renderSamplePages(language)),
        ...(await renderSampleEmails(language)),
      ];
      await page.route("**/sample", (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
      );
      await page.goto("/sample");
      for (const { name, html } of samples) {
        await page.evaluate(showDocument, html);
        await expectLanguage(page, language);
        await expectWellNamed(page, name);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = "200%";
        });
        expect.soft(await page.evaluate(findTooWide), name).toEqual([]);
      }
    });
  }
});

test("a page without scripts leads to the same page in every other language, until something is typed that would be lost", async ({
  api,
  openBrowser,
}) => {
  const { people } = await api.create(await api.signUp({ name: "Maya" }), { questions });
  const page = await openBrowser({ ...phone, javaScriptEnabled: false });
  await page.goto(people[0].link);
  for (const language of languages.filter((one) => one !== "en")) {
    await page.getByRole("link", { name: languageNames[language] }).click();
    await expect(page.getByText(inviteeMessages[language].page.whoReads).first()).toBeVisible();
    await expectLanguage(page, language);
  }
  await page.getByRole("textbox").first().fill("…");
  await expect(page.getByRole("link", { name: languageNames.de })).toBeHidden();
});

test("a page with its script is in every language, and keeps what was written in another", async ({
  api,
  openBrowser,
}) => {
  test.slow();
  const { people } = await api.create(await api.signUp({ name: "Maya" }), { questions });
  const page = await openBrowser(phone);
  for (const language of languages) {
    const says = inviteeMessages[language].page;
    await page.goto(withLanguage(people[0].link, language));
    if (language === "en") await page.getByRole("textbox").first().fill("as I know you");
    else await page.getByRole("button", { name: says.back }).click();
    await expect(page.getByRole("textbox").first()).toHaveValue("as I know you");
    await page.getByRole("button", { name: says.next }).click();
    await expect(page.getByText(says.question(2, 3)).first()).toBeVisible();
    await expectLanguage(page, language);
  }
});
