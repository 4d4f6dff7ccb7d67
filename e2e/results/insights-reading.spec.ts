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
  notification,
  test,
} from "../testing/fixtures.ts";
import type { Api, Invitee, Owner } from "../testing/owners.ts";

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

async function answerAll(api: Api, circle: Circle, people: readonly Invitee[]) {
  for (const [index, person] of people.entries()) {
    await api.answer({ circle, person, text: opinions[index] ?? "I would wait." });
  }
}

const generate = (api: Api, owner: Owner, { id }: Circle) =>
  api.call<typeof generateInsights>(owner, "POST", `/api/circles/${id}/insights`);

async function openInsights(page: Page, { id }: Circle): Promise<void> {
  await page.goto(`/results?circle=${id}`);
  await page.getByRole("tab", { name: "Insights" }).click();
}

test("insights are made when the owner asks, are based on what people wrote, and say how many have answered since", async ({
  openOwner,
  api,
}) => {
  const { circle, people, page } = await openOwner({ people: ["Ana", "Ben", "Cleo", "Dan"] });
  const [ana, ben, cleo, dan] = people;
  await api.answer({
    circle,
    person: ana,
    text: "You are calm and patient, and I would buy your bread. The first winter worries me.",
  });
  await openInsights(page, circle);
  await expect(page.getByText("Need at least 2 responses to generate insights.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Generate/ })).toHaveCount(0);

  await api.answer({
    circle,
    person: ben,
    text: "I love it, go for it. But your savings won't last one winter.",
  });
  await page.reload();
  await page.getByRole("tab", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { name: "Two people have answered" })).toBeVisible();
  await expect(
    page.getByText("Insights are made on this server; nothing leaves it."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Generate Insights" }).click();
  await expect(notification(page, "Insights generated successfully")).toBeVisible();
  await expect(page.getByText(/Counted on this server from what people wrote/)).toBeVisible();
  const plot = page.getByRole("img", { name: /average 4/i });
  await expect(plot).toBeVisible();

  await api.answer({
    circle,
    person: cleo,
    text: "You are patient with everybody. Ask to see the books before you sign.",
  });
  await api.answer({ circle, person: dan, text: "I can picture you there, and you are ready." });
  await page.reload();
  await page.getByRole("tab", { name: "Insights" }).click();
  await expect(page.getByText("2 new perspectives since")).toBeVisible();
  await page.getByRole("button", { name: "Regenerate" }).click();
  await expect(page.getByText("Counted from ratings")).toBeVisible();
  await expect(page.getByText(/^The ratings of 4 people average 4.0 of 5/)).toBeVisible();
  await expect(page.getByText("2 new perspectives since")).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 844 });
  await expectNoHorizontalScroll(page, "insights at 320");
});

test("answers are read by person or by theme with the keyboard, and kept", async ({
  openOwner,
  api,
}) => {
  const { owner, circle, people, page } = await openOwner({ questions: [stance, worries] });
  await answerAll(api, circle, people);
  await generate(api, owner, circle);
  await page.goto(`/results?circle=${circle.id}`);
  await expect(page.getByRole("heading", { name: "Perspective 1, Ana" })).toBeVisible();
  await page.getByRole("radio", { name: "By person" }).press("ArrowLeft");
  await expect(page.getByText(/by the themes of your insights/)).toBeVisible();
  await expect(page).toHaveURL(`/results?circle=${circle.id}&by=theme`);
  await page.reload();
  await expect(page.getByText(/by the themes of your insights/)).toBeVisible();
  await expectAccessible(page, "answers by theme");
  await page.getByRole("radio", { name: "By person" }).press("Space");

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
  const earlier = new Set((await api.emails()).flatMap(({ links }) => links));
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
      const links = (await api.emails())
        .filter(({ to, kind }) => to.includes(email) && kind === "invitation")
        .flatMap((mail) => mail.links);
      found = links.find((link) => link.includes("/invite?token=") && !earlier.has(link));
      return found;
    })
    .toBeDefined();
  return found ?? "";
}

test("a rating that insights left out leads to where it is marked, and is counted from then on", async ({
  openAs,
  api,
}) => {
  const owner = await api.signUp();
  const page = await openAs(owner);
  const risky: QuestionDraft = { label: "How risky does it look?", type: "rating" };
  const { circle, people } = await api.create(owner, { questions: [worries, risky] });
  await answerAll(api, circle, people);
  await generate(api, owner, circle);
  await openInsights(page, circle);
  await expect(page.getByText(/^It is unclear whether a high number is good/)).toBeVisible();
  await expectAccessible(page, "insights that left a rating out");
  await page.setViewportSize({ width: 320, height: 844 });
  await expectNoHorizontalScroll(page, "insights at 320");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: /^Say which number is good/ }).click();
  const direction = page.getByRole("combobox", {
    name: "Whether a high number is good in question 2",
  });
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
  await expect(page.getByRole("link", { name: /^Say which number is good/ })).toHaveCount(0);
});
