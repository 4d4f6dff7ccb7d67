import { expect, test } from "vitest";
import type { Quote } from "#contract/insights/insights.ts";
import type { StoredResponse } from "../prepare-reading.ts";
import type { StoredInsights } from "../queries.ts";
import { withoutAuthorHints } from "./without-author-hints.ts";

const quote = (person: number, text: string): Quote => ({
  text,
  response_id: `00000000-0000-4000-8000-00000000000${person}`,
  question_id: 1,
});
const telling = quote(1, "As your brother-in-law, I would wait.");
const shown = quote(2, "Your wife told me that the winter is hard.");
const calm = quote(3, "You are calm.");

const ids = [1, 2, 3, 4].map((person) => quote(person, "").response_id);

/** Insights that were stored before the check existed. */
const stored: StoredInsights = {
  circle_id: "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f",
  sentiment: "mixed",
  sentiment_explanation: "As your wife told me, they differ.",
  summary_paragraph: `The strongest worry: “${telling.text}”`,
  key_themes: ["Waiting", "The winter", "Our mother"],
  highlighted_quotes: [telling.text, calm.text],
  next_step_suggestion: `One of them puts it like this: “${telling.text}”`,
  content: {
    overall: null,
    themes: [
      { text: "Waiting", people_count: 2, quotes: [telling, calm] },
      { text: "The winter", people_count: 1, quotes: [shown] },
      { text: "Our mother", people_count: 1, quotes: [calm] },
    ],
    quotes: [telling, calm],
    top_strength: { text: "Calm", people_count: 1, quotes: [calm] },
    top_risk: { text: "Waiting", people_count: 1, quotes: [telling] },
    suggestion_quotes: [telling],
    people: [
      { response_id: null, sentiment: "positive" },
      { response_id: null, sentiment: "concerned" },
    ],
    ratings: [],
    choices: [],
    is_unsure: false,
    left_out: { junk_answers: 0, opted_out: 0 },
  },
  response_ids: ids,
  engine_kind: "local",
  engine_name: "Paraline's own engine",
  prompt_version: null,
  took_ms: 1,
  updated_at: new Date("2026-11-02T09:00:00Z"),
};

const response = (person: number, words: string): StoredResponse => ({
  id: quote(person, "").response_id,
  answers: { 1: words },
  questions: [{ id: 1, label: "What do you see?", type: "textarea" }],
  use_in_insights: true,
});
const circle = { title: "T", description: "d", what_they_ask: "a", is_anonymous: true };
const responses = [
  response(1, telling.text),
  response(2, `${shown.text} Sign it.`),
  response(3, `${calm.text} Ana keeps her books, and our mother knows.`),
];

test("insights of an anonymous paraline are shown without what reveals an author", () => {
  const read = withoutAuthorHints(stored, circle, responses);
  expect(JSON.stringify(read)).not.toMatch(/brother|wife|mother/i);
  expect(read).toMatchObject({
    sentiment_explanation: "Of 2 people, 1 is mostly in favour and 1 is mostly concerned.",
    summary_paragraph: "What comes up: Waiting (1 of 2).",
    next_step_suggestion: "Choose the answer that surprised you, and ask about it.",
    key_themes: ["Waiting"],
    highlighted_quotes: [calm.text],
    content: {
      themes: [{ text: "Waiting", people_count: 1, quotes: [calm] }],
      top_strength: stored.content.top_strength,
      top_risk: null,
      suggestion_quotes: [],
    },
  });
});

test.each([
  ["stands in a sentence that tells", quote(2, "the winter is hard"), false],
  ["stands beside one that tells", quote(2, "Sign it."), true],
  ["lost a name", quote(3, "You are calm. … keeps her"), false],
  ["lost a name beside a sentence that tells", quote(4, "… keeps her books."), true],
  ["stands in another answer", quote(1, "You are calm."), false],
])("a stored quote that %s is kept or dropped with its sentence", (_, quoted, stays) => {
  const { content } = withoutAuthorHints(
    { ...stored, content: { ...stored.content, quotes: [quoted] }, response_ids: ids },
    circle,
    [...responses, response(4, "Ana keeps her books. It is our mother’s house.")],
  );
  expect(content.quotes).toEqual(stays ? [quoted] : []);
});

test.each([
  ["As your\nsister I say that the winter is hard.", false],
  ["As your \r\n sister I say that the winter is hard.", false],
  ["Your\nwife\ntold me that the winter is hard", false],
  ["Love, your sister\nPS: the winter is hard", false],
  ["Wait, the winter is hard\nLove,\n\n\nyour sister", false],
  ["Wait, the winter is hard\nHugs\n\nYour brother-in-law", false],
  ["As your sis\u00adter I say that the winter is hard.", false],
  ["Your wife, Dr. Lee, told me that the winter is hard.", false],
  ["Your wife told me\n\nthe winter is hard", true],
  ["Your wife told me.\nI see that the winter is hard", true],
  ["As your\n \nsister, the winter is hard", true],
])(
  "a line break within a sentence hides no author, and a blank line ends the sentence: %j",
  (answer, stays) => {
    const quoted = quote(1, "the winter is hard");
    const { content } = withoutAuthorHints(
      { ...stored, content: { ...stored.content, quotes: [quoted] } },
      circle,
      [response(1, answer)],
    );
    expect(content.quotes).toEqual(stays ? [quoted] : []);
  },
);

test("a relation whose words are split by a line break is shown nowhere", () => {
  const themes = [{ text: "Your sister", people_count: 1, quotes: [calm] }];
  const { content } = withoutAuthorHints(
    { ...stored, content: { ...stored.content, themes } },
    circle,
    [response(1, "As your\nsister I would wait."), response(3, calm.text)],
  );
  expect(content.themes).toEqual([]);
});

test.each([
  ["…'s kitchen is warm", "Ana's kitchen is warm.", true],
  ["Write to …, she knows", "Write to Ana Okonkwo, she knows.", true],
  ["…, … and … know", "Ana, Ben and Cy know.", true],
  ["Both (…) would miss you", "Both (Ana and Ben) would miss you.", true],
  ["…: wait for the spring", "Ana: wait for the spring.", true],
  ["The Smith-…'s team is kind", "The Smith-Okonkwo's team is kind.", true],
  ["Ask …", "Ask ana@people.example", true],
  ["asked … what she knows", "I tasked Ana what she knows.", false],
  ["… knows what she sees", "Ana knows what she seeks.", false],
  ["Wait for … and sign", "Then sign. Wait for Ana and see.", false],
  ["Wait for … and sign", `Wait for Ana. ${"It is late. ".repeat(40)}Read and sign.`, false],
  ["…'s kitchen is warm", "As your sister I find Ana's kitchen is warm.", false],
])("a stored quote that lost a name, %s, is found where it stands: %s", (text, answer, stays) => {
  const quoted = quote(1, text);
  const { content } = withoutAuthorHints(
    { ...stored, content: { ...stored.content, quotes: [quoted] } },
    circle,
    [response(1, answer)],
  );
  expect(content.quotes).toEqual(stays ? [quoted] : []);
});

test.each([
  ["They like it. As your wife told me, it is late.", "They like it."],
  ["They like it. Your wife is mentioned.", "They like it."],
  ["One says: “the winter is hard. Sign it.” They like it.", "What comes up: Waiting (1 of 2)."],
  ["One says: “Sign it.” They like it.", "One says: “Sign it.” They like it."],
])("a stored summary is read without what reveals an author: %s", (summaryParagraph, kept) => {
  expect(
    withoutAuthorHints({ ...stored, summary_paragraph: summaryParagraph }, circle, responses),
  ).toMatchObject({
    summary_paragraph: kept,
  });
});

test("a quote that repeats itself is looked for without trying every way to match it", () => {
  const quoted = quote(1, `${"… a ".repeat(400)}b`);
  const { content } = withoutAuthorHints(
    { ...stored, content: { ...stored.content, quotes: [quoted] } },
    circle,
    [response(1, "Ana a ".repeat(333))],
  );
  expect(content.quotes).toEqual([]);
});

test("a stored title that is an unknown name is left out, and the summary with it", () => {
  const said = quote(1, "Thandiwe would miss you at work.");
  const { content, summary_paragraph } = withoutAuthorHints(
    {
      ...stored,
      summary_paragraph: "What comes up most: “Thandiwe” (2 of 2). They like it.",
      content: {
        ...stored.content,
        themes: [
          { text: "Thandiwe", people_count: 1, quotes: [said] },
          { text: "Work", people_count: 1, quotes: [said] },
        ],
        top_risk: { text: "Thandiwe", people_count: 1, quotes: [said] },
      },
    },
    circle,
    [response(1, said.text)],
  );
  expect(content.themes.map(({ text }) => text)).toEqual(["Work"]);
  expect(content.top_risk).toBeNull();
  expect(summary_paragraph).toBe("What comes up: Work (1 of 2).");
});
