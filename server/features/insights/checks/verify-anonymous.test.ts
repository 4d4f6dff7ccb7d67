import { describe, expect, test } from "vitest";
import { draft, person, prepareTexts } from "#server/testing/insights-drafts.ts";
import { prepareReading } from "../prepare-reading.ts";
import { verifyDraft } from "./verify-draft.ts";

describe("what reveals its author is not promoted", () => {
  const prepareAnswers = (isAnonymous: boolean) =>
    prepareTexts(
      [
        "As your brother-in-law who sits next to you, I would wait. You are calm.",
        "Your wife told me about the lease, and it is long. The winter is hard. You are calm.",
        "Your boss is generous. Your boss told us that you are calm at work.",
      ],
      { description: "", what_they_ask: "", is_anonymous: isAnonymous },
    );
  const given = draft({
    quotes: [
      { answer: "a1", text: "As your brother-in-law who sits next to you, I would wait." },
      { answer: "a1", text: "I would wait" },
      { answer: "a1", text: "You are calm." },
      { answer: "a2", text: "Your wife told" },
      { answer: "a3", text: "that you are calm at work" },
      { answer: "a3", text: "Your boss is generous." },
    ],
    themes: [
      { text: "The wife’s words", quotes: [{ answer: "a2", text: "The winter is hard." }] },
      { text: "Calm", quotes: ["a1", "a2"].map((answer) => ({ answer, text: "You are calm." })) },
      { text: "A long lease", quotes: [{ answer: "a2", text: "about the lease, and it is long" }] },
    ],
    top_risk: { text: "Waiting", quotes: [{ answer: "a1", text: "I would wait." }] },
    summary_paragraph:
      "They see you as calm. Your brother-in-law would wait. It is said that “Your wife told me about the lease”. Your boss is generous, and the winter is hard.",
    next_step_suggestion: "Wait, as the person who sits next to you says. Read the lease again.",
    suggestion_quotes: [{ answer: "a2", text: "The winter is hard." }],
  });

  test("what reveals its author is not promoted in an anonymous paraline, neither as a quote nor in a model's own words", () => {
    const { content, ...texts } = verifyDraft(prepareAnswers(true), given, "model");
    expect(content.quotes.map(({ text }) => text)).toEqual(["You are calm."]);
    expect(content.themes.map(({ text }) => text)).toEqual(["Calm"]);
    expect(content.top_risk).toBeNull();
    expect(texts.summary_paragraph).toBe("They see you as calm.");
    expect(texts.next_step_suggestion).toBe("Read the lease again.");
  });

  test("in a named paraline, what reveals its author is promoted", () => {
    const { content, summary_paragraph } = verifyDraft(prepareAnswers(false), given, "model");
    expect(content.quotes).toHaveLength(given.quotes.length);
    expect(content.themes).toHaveLength(given.themes.length);
    expect(summary_paragraph).toBe(given.summary_paragraph);
  });
});

test("an unread language is named, even if its code is somebody's name", () => {
  const circle = { title: "", description: "", what_they_ask: "", is_anonymous: true };
  const texts = ["Tôi nghĩ bạn nên tiếp tục làm bánh mì.", "Mùa đông sẽ rất dài và rất lạnh."];
  const answers = texts.map((text, index) => person(index + 1, text));
  const prepared = prepareReading(circle, answers, { names: ["Vi"] });
  const { content } = verifyDraft(prepared, draft(), "local");
  expect(content.unread_languages).toEqual(["vi"]);
});

test.each([
  [false, ["Lease", "Winter"]],
  [true, ["Winter"]],
])("one voice is a theme only if it is named: anonymous %s", (isAnonymous, expected) => {
  const prepared = prepareTexts(["The winter is long, the lease too.", "The winter is long."], {
    is_anonymous: isAnonymous,
  });
  const winter = ["a1", "a2"].map((answer) => ({ answer, text: "The winter is long" }));
  const { content } = verifyDraft(
    prepared,
    draft({
      themes: [
        { text: "Winter", quotes: winter },
        { text: "Lease", quotes: [{ answer: "a1", text: "the lease too" }] },
      ],
    }),
    "model",
  );
  expect(content.themes.map(({ text }) => text).toSorted()).toEqual(expected);
});
