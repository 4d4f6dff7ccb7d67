import { describe, expect, test } from "vitest";
import { draft, person, prepare, prepareTexts } from "#server/testing/insights-drafts.ts";
import type { InsightsDraft } from "../engine.ts";
import { prepareReading } from "../prepare-reading.ts";
import { verifyDraft } from "./verify-draft.ts";
import { locate } from "./verify-quote.ts";

const verify = (given: Partial<InsightsDraft>, prepared = prepare()) =>
  verifyDraft(prepared, draft(given), "model");

const quotesKept = (text: string, quoted: string) =>
  verify(
    {
      quotes: [
        { answer: "a1", text: quoted },
        { answer: "a2", text: "You are calm." },
      ],
    },
    prepareTexts([text, "You are calm."]),
  )
    .content.quotes.map((quote) => quote.text)
    .filter((kept) => kept !== "You are calm.");

describe("the check of an engine's draft", () => {
  test("keeps a quote only if it appears word for word in the answer it names", () => {
    const { content } = verify({
      quotes: [
        { answer: "a1", text: "You are calm." },
        { answer: "a2", text: "You are calm." },
        { answer: "a1", text: "You are so calm." },
        { answer: "a9", text: "You are calm." },
        { answer: "a1", text: "ou are cal" },
      ],
    });
    expect(content.quotes).toEqual([
      { text: "You are calm.", response_id: person(1, "").id, question_id: 1 },
    ]);
  });

  test.each([
    ["a1", "You"],
    ["a1", "are calm"],
    ["a2", "The first"],
    ["a4", "继续"],
  ])("drops a quote that says nothing by itself: %s %s", (answer, text) => {
    const given = { text: "Give up the plan", quotes: [{ answer, text }] };
    const { content } = verify({
      quotes: [{ answer, text }],
      themes: [given, ...draft().themes],
      top_risk: given,
    });
    expect(content.quotes).toEqual([]);
    expect(content.themes.map((theme) => theme.text)).toEqual(["The first winter"]);
    expect(content.top_risk).toBeNull();
  });

  test.each([
    ["a1", "will be long"],
    ["a4", "我觉得你应该继续"],
    ["a4", "Courage!"],
    ["a4", "Go on"],
  ])("keeps a quote that is a clause, or a whole sentence: %s %s", (answer, text) => {
    const { content } = verify({ quotes: [{ answer, text }] });
    expect(content.quotes.map((quote) => quote.text)).toEqual([text]);
  });

  test.each([
    ["You, as I said, are the one", "You"],
    ["Kind, the most of all of us", "Kind"],
    ["(Not) kind", "kind"],
    ["Patience, humour", "humour"],
    ["忍耐がない", "忍耐"],
    ["継続は力なりと言います、忍耐", "忍耐"],
  ])("drops a quote that is a word or two of a sentence: %s", (text, quoted) => {
    expect(quotesKept(text, quoted)).toEqual([]);
  });

  test("spells a quote as its author did", () => {
    expect(locate("I’d go\nat once", "I'd go at once")).toBe("I’d go\nat once");
    expect(locate("a house-poor life (really)", "house-poor life (really)")).toBe(
      "house-poor life (really)",
    );
  });

  test("finds a quote whatever form of accents its answer was stored with", () => {
    const decomposed = prepareTexts(["A cafe\u0301 it is. I would come."]);
    const { content } = verify({ quotes: [{ answer: "a1", text: "A café it is." }] }, decomposed);
    expect(content.quotes.map(({ text }) => text)).toEqual(["A café it is."]);
  });

  test("counts the people of a theme itself, and drops a theme that no one mentions", () => {
    const { content } = verify({
      themes: [
        { text: "Nobody's", quotes: [{ answer: "a1", text: "You are rich." }] },
        {
          text: "The first winter",
          quotes: [
            { answer: "a2", text: "The first winter scares me" },
            { answer: "a2", text: "The first winter scares me" },
            { answer: "a2", text: "The first winter" },
          ],
        },
      ],
    });
    expect(content.themes.map(({ text, people_count }) => [text, people_count])).toEqual([
      ["The first winter", 1],
    ]);
  });

  test("gives the overall view of a model the quotes that were found", () => {
    const { content } = verify({
      quotes: [
        { answer: "a1", text: "You are calm." },
        { answer: "a1", text: "You are rash." },
      ],
    });
    expect(content.overall).toMatchObject({
      source: "model",
      quotes: [{ text: "You are calm.", question_id: 1 }],
    });
  });

  test("looks at no more themes and quotes than people can give", () => {
    const [theme] = draft().themes;
    const missingQuote = { answer: "a1", text: "Sell the house" };
    const { content } = verify({
      themes: Array.from({ length: 1000 }, (_, index) => ({
        text: `Winter ${"i".repeat(index % 40)}`,
        quotes: theme?.quotes ?? [],
      })),
      quotes: [...Array.from({ length: 1000 }, () => missingQuote), ...draft().quotes],
      suggestion_quotes: [...Array.from({ length: 1000 }, () => missingQuote), ...draft().quotes],
    });
    expect(content.themes).toHaveLength(8);
    expect(content.quotes).toEqual([]);
    expect(content.suggestion_quotes).toEqual([]);
  });

  test("removes counts of people, unverified quotes and links from a model's prose", () => {
    const { summary_paragraph, sentiment_explanation } = verify({
      summary_paragraph:
        "All five people adore it. One says “buy it now”. They see calm: “You are calm.” Go to www.evil.example today.",
    });
    expect(summary_paragraph).toBe("They see calm: “You are calm.”");
    expect(sentiment_explanation).toBe(
      "They see you there. Read by a model from what people wrote, not counted.",
    );
  });

  test.each([
    "Most agree that it is time.",
    "They trust you, and most find it brave.",
    "The majority sees you there.",
    "Several mind the winter.",
    "Everyone is on your side.",
    "No one doubts you.",
    "Many of the people around you are glad.",
    "A few of them worry.",
    "Two agree on the lease.",
    "Three out of four see it.",
    "80% are in favour.",
    "Two thirds would do it.",
  ])("removes a quantity that nothing has counted from a model's prose: %s", (claim) => {
    const { summary_paragraph } = verify({
      summary_paragraph: `They see calm. ${claim} They mind the winter.`,
    });
    expect(summary_paragraph).toBe("They see calm. They mind the winter.");
  });

  test("keeps numbers in a model's prose that do not count people", () => {
    const prose =
      "What they mind most is the first winter. A few months may be enough. One says “You are calm.” Most of all they wish you well, and the thing that most worries them is the lease.";
    expect(verify({ summary_paragraph: prose }).summary_paragraph).toBe(prose);
  });

  test.each([
    "See www.evil.example",
    "Write to ana@people.example",
    "Call +351 912 345 678",
    "All three people fear winter",
    "Most agree on the winter",
    "Support from everyone",
    "“Buy it now”",
  ])("drops a theme, a strength and a risk that a model names %s", (text) => {
    const named = { text, quotes: [{ answer: "a2", text: "The first winter scares me" }] };
    const { content } = verify({
      themes: [named, ...draft().themes],
      top_strength: named,
      top_risk: named,
    });
    expect(content.themes.map((theme) => theme.text)).toEqual(["The first winter"]);
    expect(content.top_strength).toBeNull();
    expect(content.top_risk).toBeNull();
  });

  test("drops a title that counts people once its quotation marks are taken off", () => {
    const text = "Everyone agrees that it is brave.";
    const themes = [{ text: "“Everyone agrees”", quotes: [{ answer: "a1", text }] }];
    const quotes = [{ answer: "a1", text }];
    expect(verify({ themes, quotes }, prepareTexts([text])).content.themes).toEqual([]);
  });

  test("shows no suggestion by a model that is not based on what somebody wrote", () => {
    const suggest = (suggestionQuotes: InsightsDraft["quotes"]) =>
      verify({
        next_step_suggestion: "Sell the house and quit your job tomorrow.",
        suggestion_quotes: suggestionQuotes,
      }).next_step_suggestion;
    const ours = "Choose the answer that surprised you, and ask about it.";
    expect(suggest([])).toBe(ours);
    expect(suggest([{ answer: "a1", text: "Sell the house" }])).toBe(ours);
    expect(suggest([{ answer: "a1", text: "will be long" }])).not.toBe(ours);
  });

  test("writes the summary itself if nothing is left that a model's could be based on", () => {
    const rated = prepareReading(
      { title: "Bakery", description: "", what_they_ask: "", is_anonymous: false },
      [1, 2].map((number) => ({
        ...person(number, ""),
        answers: { 1: 4 },
        questions: [{ id: 1, label: "How sure are you?", type: "rating" as const }],
      })),
    );
    const verified = verify({ sentiment: "positive" }, rated);
    expect(verified.summary_paragraph).toBe("Two people answered.");
    expect(verified.sentiment_explanation).toContain("No overall view: only 2 people rated");
  });

  test("counts ratings separately if their questions are worded differently", () => {
    const { tallies } = prepareReading(
      { title: "Bakery", description: "", what_they_ask: "", is_anonymous: false },
      ["How sure are you?", "How afraid are you?", "How sure are you?"].map((label, index) => ({
        ...person(index, ""),
        answers: { 1: 4 },
        questions: [{ id: 1, label, type: "rating" as const }],
      })),
    );
    expect(tallies.ratings).toMatchObject([
      { label: "How sure are you?", counts: [0, 0, 0, 2, 0] },
      { label: "How afraid are you?", counts: [0, 0, 0, 1, 0] },
    ]);
  });

  test("refuses a draft of which nothing is based on an answer", () => {
    const invented = draft({ themes: [], quotes: [{ answer: "a1", text: "Sell it all" }] });
    expect(() => verifyDraft(prepare(), invented, "model")).toThrow("rests on an answer");
  });

  test("in an anonymous paraline, quotes without names", () => {
    const { content } = verify(
      { quotes: [{ answer: "a2", text: "The first winter scares me, ask …." }] },
      prepare(true),
    );
    expect(content.quotes.map(({ text }) => text)).toEqual(["The first winter scares me, ask …."]);
  });

  test("in an anonymous paraline, drops a theme, strength or risk whose name is a person's that was not removed", () => {
    const texts = ["RASHID IS WORRIED. I fear the rent.", "Ask at home. RASHID MAY help you."];
    const named = (text: string) => ({
      text,
      quotes: [
        { answer: "a1", text: "I fear the rent." },
        { answer: "a2", text: "Ask at home." },
      ],
    });
    const given = draft({
      themes: [named("Rashid"), named("Rent and home")],
      top_strength: named("Help of Rashid"),
      top_risk: named("rashid"),
    });
    const anonymous = prepareTexts(texts, { description: "", is_anonymous: true });
    const { content } = verifyDraft(anonymous, given, "model");
    expect(content.themes.map(({ text }) => text)).toEqual(["Rent and home"]);
    expect(content.top_strength).toBeNull();
    expect(content.top_risk).toBeNull();
  });
});

describe("a model's strength and risk", () => {
  const texts = [
    "The money worries me a lot.",
    "I am not worried about the money.",
    "The money will run out by spring.",
  ];
  const asked = { id: 1, label: "What worries you?", type: "textarea" as const };
  const prepared = prepareReading(
    { title: "Bakery", description: "", what_they_ask: "", is_anonymous: false },
    texts.map((text, index) => ({ ...person(index + 1, text), questions: [asked] })),
  );
  const money = (...answers: string[]) => ({
    text: "Money",
    quotes: answers.map((answer) => ({
      answer,
      text: prepared.answers.get(answer)?.text ?? "",
    })),
  });

  test.each([
    ["two people say it", ["a1", "a3"], 2],
    ["one of three denies it", ["a1", "a2", "a3"], 2],
    ["one of two denies it", ["a1", "a2"], undefined],
    ["one voice says it", ["a1"], undefined],
  ])("%s", (_, answers, count) => {
    const { content } = verify(
      { themes: [], quotes: money(...answers).quotes, top_risk: money(...answers) },
      prepared,
    );
    expect(content.top_risk?.people_count).toBe(count);
  });

  test("are null if no question asked for them, or if no quote has a word of their title", () => {
    const said = money("a1", "a3");
    const reader = { themes: [], quotes: said.quotes };
    expect(verify({ ...reader, top_risk: said }, prepareTexts(texts)).content.top_risk).toBeNull();
    const titled = { ...said, text: "Endless divorce" };
    expect(verify({ ...reader, top_risk: titled }, prepared).content.top_risk).toBeNull();
  });
});
