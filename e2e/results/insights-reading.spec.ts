import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import type { Circle, duplicateCircle } from "#contract/circles/circles.ts";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { generateInsights } from "#contract/insights/insights.ts";
import type { sendInvitations } from "#contract/invites/invites.ts";
import {
  download,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
} from "../testing/fixtures.ts";
import type { Api, CircleInput, Invitee, Owner } from "../testing/owners.ts";

const stance: QuestionDraft = {
  label: "Overall, how good a fit does this seem for me?",
  type: "rating",
  rating_labels: { low: "Poor fit", middle: "Neutral", high: "Great fit" },
  role: "stance",
};
const worries: QuestionDraft = { label: "What worries you?", type: "textarea", role: "worries" };

const opinions = [
  "The savings worry me. Keep one shift at the hospital.",
  "The savings are small. Keep one shift, please.",
  "You are ready, and patient with everybody.",
];

async function answerAll(api: Api, circle: Circle, people: readonly Invitee[], texts = opinions) {
  for (const [index, person] of people.entries()) {
    await api.answer({ circle, person, text: texts[index] ?? "I would wait." });
  }
}

/** A paraline that three people have answered, each rating with 4, and its insights. */
async function createRead(api: Api, owner: Owner, wanted: CircleInput, texts?: string[]) {
  const { circle, people } = await api.create(owner, { ...wanted, people: ["Ana", "Ben", "Cleo"] });
  await answerAll(api, circle, people, texts);
  await generate(api, owner, circle);
  return circle;
}

const generate = (api: Api, owner: Owner, { id }: Circle) =>
  api.call<typeof generateInsights>(owner, "POST", `/api/circles/${id}/insights`);

async function openInsights(page: Page, { id }: Circle): Promise<void> {
  await page.goto(`/results?circle=${id}`);
  await page.getByRole("tab", { name: "Insights" }).click();
}

test("the wizard offers the question that the overall view is counted from, and says which role others have", async ({
  openAs,
}) => {
  const page = await openAs();
  await page.goto("/create");
  await page.getByRole("textbox", { name: "Title" }).fill("Should I open the bakery?");
  await page.getByLabel("What I'm exploring").fill("A bakery of my own.");
  await page.getByLabel("What I'm asking from you").fill("Tell me what you see.");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/overall view is counted, not guessed/)).toBeVisible();
  await page.getByRole("button", { name: /^Ask “Overall, how good a fit/ }).click();
  await expect(page.getByRole("textbox", { name: "Question 7", exact: true })).toBeFocused();
  await expect(page.getByRole("combobox", { name: "What question 7 is for" })).toHaveValue(
    "stance",
  );
  await expect(page.getByText(/overall view is counted, not guessed/)).toHaveCount(0);

  await page.getByRole("textbox", { name: "Question 1", exact: true }).fill("What could go wrong?");
  const purpose = page.getByRole("combobox", { name: "What question 1 is for" });
  await purpose.selectOption({ label: "Guessed from its words" });
  await expect(purpose.getByText("Guessed: asks for worries")).toBeAttached();
  await purpose.selectOption({ label: "Asks for advice" });
  await expect(purpose).toHaveValue("advice");
  await expectAccessible(page, "the questions with what each is for");
});

test("answers are read by person, by question and by theme with the keyboard, searched and kept", async ({
  openOwner,
  api,
}) => {
  const { owner, circle, people, page } = await openOwner({ questions: [stance, worries] });
  await answerAll(api, circle, people);
  await generate(api, owner, circle);
  await page.goto(`/results?circle=${circle.id}`);
  const byPerson = page.getByRole("radio", { name: "By person" });
  await expect(byPerson).toBeChecked();
  await expect(page.getByRole("heading", { name: "Perspective 1, Ana" })).toBeVisible();

  await test.step("arrow keys change how they are arranged, and the address keeps it", async () => {
    await byPerson.focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "By question" })).toBeFocused();
    await expect(page.getByRole("heading", { name: worries.label })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "By theme" })).toBeChecked();
    await expect(page.getByText(/by the themes of your insights/)).toBeVisible();
    await expect(page).toHaveURL(`/results?circle=${circle.id}&by=theme`);
    await page.reload();
    await expect(page.getByRole("radio", { name: "By theme" })).toBeChecked();
    await expect(page.getByText(/by the themes of your insights/)).toBeVisible();
    await expectAccessible(page, "answers by theme");
  });

  await page.getByRole("radio", { name: "By person" }).press("Space");
  const search = page.getByRole("textbox", { name: "Search within answers" });
  await search.fill("shift");
  await expect(page.getByRole("status").getByText("2 answers contain “shift”.")).toBeVisible();
  await expect(page.locator("mark")).toHaveText(["shift", "shift"]);
  await search.press("Escape");
  await expect(search).toHaveValue("");

  await test.step("a star keeps an answer for the decision and the board book", async () => {
    const star = page.getByRole("button", {
      name: /^Keep the answer of Perspective 3, Cleo to “What/,
    });
    await star.press("Enter");
    await expect(star).toHaveAttribute("aria-pressed", "true");
    // It shows at once, and is stored a moment later.
    await expect.poll(async () => (await api.results(owner, circle)).kept).toHaveLength(1);
    await page.getByRole("button", { name: /^Kept only/ }).click();
    await expect(page.getByText("1 kept answer.")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);

    await page.getByRole("button", { name: "Export" }).click();
    const entry = page.getByRole("menuitem", { name: "Board book (PDF)" });
    const { bytes } = await download(page, entry);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
    const keptPage = text.find((part) => part.includes("Answers you kept"));
    expect(keptPage).toContain("Perspective 3, Cleo");
    expect(keptPage).not.toContain("Perspective 1, Ana");

    await page.getByRole("link", { name: /^Choose next step/ }).click();
    const kept = page.getByRole("region", { name: /^Answers you kept/ });
    await expect(kept.getByText(opinions[2] ?? "")).toBeVisible();
    await expect(kept.getByText(opinions[0] ?? "")).toHaveCount(0);
  });
});

test("a paraline that is asked again says what has changed since", async ({ openOwner, api }) => {
  const { owner, circle, people, page } = await openOwner({ questions: [stance, worries] });
  await answerAll(api, circle, people);
  const earlier = new Set((await api.mails()).flatMap(({ links }) => links));
  const { circle: copy } = await api.call<typeof duplicateCircle>(
    owner,
    "POST",
    `/api/circles/${circle.id}/duplicate`,
    { create_key: randomUUID(), with_people: true },
  );
  await api.call<typeof sendInvitations>(owner, "POST", `/api/circles/${copy.id}/invites/send`, {});
  for (const person of people) {
    const link = await newLink(api, person, earlier);
    await api.answer({
      circle: copy,
      person: { ...person, link, token: new URL(link).searchParams.get("token") ?? "" },
      text: "I would sign.",
    });
  }
  await generate(api, owner, copy);

  await openInsights(page, copy);
  const region = page
    .getByRole("tabpanel", { name: "Insights" })
    .getByRole("region", { name: "Then and now" });
  await expect(region.getByText("4.0 of 5 both times.")).toBeVisible();
  await expect(region.getByRole("link", { name: circle.title, exact: true })).toHaveAttribute(
    "href",
    `/results?circle=${circle.id}`,
  );
  await expect(region.getByRole("img", { name: /Average 4\.0/ })).toHaveCount(2);
  await expectAccessible(page, "insights with then and now");
});

async function newLink(api: Api, { email }: Invitee, earlier: ReadonlySet<string>) {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const links = (await api.mails())
        .filter(({ to, kind }) => to.includes(email) && kind === "invitation")
        .flatMap((mail) => mail.links);
      found = links.find((link) => link.includes("/invite?token=") && !earlier.has(link));
      return found;
    })
    .toBeDefined();
  return found ?? "";
}

test("insights say which source the overall view is taken from, or that there is none", async ({
  openAs,
  api,
}) => {
  const owner = await api.signUp();
  const page = await openAs(owner);
  const happy = [
    "I love it, go for it.",
    "A wonderful idea, I am happy.",
    "I love it, it is great.",
  ];
  const ready: QuestionDraft = { label: "How ready am I?", type: "rating" };
  const risky: QuestionDraft = { label: "How risky does it look?", type: "rating" };

  for (const [questions, texts, heading, source] of [
    [[worries, stance], opinions, "Positive", "Counted from your overall question"],
    [[worries, ready], opinions, "Positive", "Counted from ratings"],
    [
      [{ label: "What do you think?", type: "textarea" }],
      happy,
      "Positive",
      "Taken from people’s words, not counted",
    ],
  ] as [QuestionDraft[], string[], string, string][]) {
    await openInsights(page, await createRead(api, owner, { questions }, texts));
    const panel = page.getByRole("tabpanel", { name: "Insights" });
    await expect(panel.getByRole("heading", { name: heading })).toBeVisible();
    await expect(panel.getByText(source)).toBeVisible();
  }

  await openInsights(page, await createRead(api, owner, { questions: [worries] }));
  await expect(page.getByRole("heading", { name: "No overall view" })).toBeVisible();
  await expect(page.getByText(/^Nobody was asked to rate/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "What worries people" })).toBeVisible();

  await test.step("a rating that was left out leads to where it is marked", async () => {
    await openInsights(page, await createRead(api, owner, { questions: [worries, risky] }));
    await expect(page.getByText(/^It is unclear whether a high number is good/)).toBeVisible();
    await expectAccessible(page, "insights that left a rating out");
    await page.setViewportSize({ width: 320, height: 844 });
    await expectNoHorizontalScroll(page, "insights at 320");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: /^Say which number is good/ }).click();
    const direction = page.getByRole("combobox", { name: "Which way question 2 counts" });
    await expect(direction).toBeFocused();
    await direction.selectOption({ label: "A low number is good" });
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(page).toHaveURL(/^[^?]*\/results\?circle=.*&tab=insights$/);
    await expect(page.getByRole("tab", { name: "Insights" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByText("Counted from ratings")).toBeVisible();
    await expect(page.getByText(/^You changed how a question is read\./)).toBeVisible();
    await expect(page.getByRole("link", { name: /^Say which number is good/ })).toHaveCount(0);
  });
});
