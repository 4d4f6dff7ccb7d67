import { describe, expect, test } from "vitest";
import type { InsightsDraft } from "#server/features/insights/engine.ts";
import { type CorpusCircle, prepareCircle } from "./corpus.ts";
import { type CircleScore, scoreDraft, scoreFailure } from "./score-engine.ts";
import { findGroup, listBars, summarizeScores } from "./summarize-scores.ts";

const written: CorpusCircle = {
  id: "bakery",
  kind: "career",
  part: "held_out",
  questions: [{ label: "What do you see?", type: "textarea" }],
  people: [
    ["The first winter will be long."],
    ["Mind the first winter, says Priya."],
    ["You are calm."],
  ],
  expect: { sentiment: "concerned", themes: [["winter"], ["calm"]], risk: ["winter"] },
};
const rated: CorpusCircle = {
  ...written,
  questions: [
    ...written.questions,
    { label: "Overall, is it a good idea?", type: "rating", role: "stance" },
  ],
  people: written.people.map((answers) => [...answers, 2]),
};

const winter = {
  text: "first winter",
  quotes: [
    { answer: "a1", text: "The first winter will be long." },
    { answer: "a2", text: "Mind the first winter" },
  ],
};
const draft: InsightsDraft = {
  sentiment: "positive",
  sentiment_explanation: "The winter is minded.",
  summary_paragraph: "The winter is minded.",
  themes: [winter],
  quotes: [{ answer: "a3", text: "You are calm." }],
  top_strength: null,
  top_risk: winter,
  next_step_suggestion: "",
  suggestion_quotes: [],
};

function score(circle: CorpusCircle, given: Partial<InsightsDraft> = {}): CircleScore {
  // The refs in a draft number only the written answers; those of the reading number the ratings too.
  const prepared = prepareCircle(circle);
  const refs = [...prepared.answers].filter(([, { text }]) => text !== "").map(([ref]) => ref);
  const json = JSON.stringify({ ...draft, ...given });
  const moved: InsightsDraft = JSON.parse(
    json.replaceAll(/"answer":"a(\d)"/g, (_, at) => `"answer":"${refs[Number(at) - 1]}"`),
  );
  return { ...scoreDraft(circle, prepared, moved, "model"), tookMs: 10 };
}

describe("the figures of an engine", () => {
  test("judge the view that people see by its source", () => {
    const figures = summarizeScores([score(written), score(rated)]);
    expect(figures.right).toEqual({ part: 1, whole: 2 });
    expect(figures.rightBySource).toMatchObject({
      stance: { part: 1, whole: 1 },
      model: { part: 0, whole: 1 },
    });
    expect(figures.rightCounted).toEqual({ part: 1, whole: 1 });
    expect(figures.speaksWhereRated).toEqual({ part: 1, whole: 1 });
  });

  test("do not count an abstention as right or wrong, but as silence", () => {
    const silent = score(written, { sentiment: "other" });
    const figures = summarizeScores([silent, score(rated)]);
    expect(figures.right).toEqual({ part: 1, whole: 1 });
    expect(figures.speaks).toEqual({ part: 1, whole: 2 });
  });

  test("find a theme by its title, or by most of its quotes, but not by one of many", () => {
    expect(score(written).missedByTitle).toEqual([["calm"]]);
    const worded = score(written, { themes: [{ ...winter, text: "months ahead" }] });
    expect(worded.missedByTitle).toEqual([["winter"], ["calm"]]);
    expect(worded.missedByText).toEqual([["calm"]]);
    const everything = { text: "it all", quotes: [...winter.quotes, ...draft.quotes] };
    expect(score(written, { themes: [everything] }).missedByText).toEqual([["calm"]]);
  });

  test("count quotes that nobody wrote, and claims that no quote supports", () => {
    const invented = { text: "the rent", quotes: [{ answer: "a1", text: "The rent is high." }] };
    const { claims, quotes, invalidQuotes } = score(written, { top_strength: invented });
    expect({ quotes, invalidQuotes }).toEqual({ quotes: 6, invalidQuotes: 1 });
    expect(claims.made.no_quote).toBe(1);
    expect(claims.shown.no_quote).toBe(0);
  });

  test("count what is claimed of everyone or of a number of people, and names of anonymous circles", () => {
    const lie =
      "Everyone minds the winter. Two of them fear it. One writes “everyone is calm”. Priya says so.";
    const anonymous = { ...written, is_anonymous: true, names: ["Priya"] };
    const { made, shown } = score(anonymous, { summary_paragraph: lie }).claims;
    expect(made).toMatchObject({ everyone: 1, count: 1, name: 1 });
    expect(shown).toMatchObject({ everyone: 0, count: 0, name: 0 });
    expect(score({ ...written, names: ["Priya"] }).claims.shown.name).toBe(0);
  });

  test("do not count what a title claims if the title is a whole quote", () => {
    const said = written.people.flat().find((answer) => typeof answer === "string") ?? "";
    const claim = "Everyone fears it.";
    const circle = { ...written, people: [[`${said} ${claim}`], ...written.people.slice(1)] };
    const quotes = [{ answer: "a1", text: claim }];
    expect(score(circle, { top_risk: { text: claim, quotes } }).claims.made.everyone).toBe(0);
    const longer = { text: `${claim} So they say.`, quotes };
    expect(score(circle, { top_risk: longer }).claims.made.everyone).toBe(1);
  });

  test("count a failed circle as missed, not as absent", () => {
    const figures = summarizeScores([score(written), scoreFailure(written, "no answer", 10)]);
    expect(figures).toMatchObject({ circles: 2, failed: 1, speaks: { part: 1, whole: 2 } });
    expect(figures.themesByTitle).toEqual({ part: 1, whole: 4 });
    expect(figures.worries.coverage).toEqual({ part: 0, whole: 0 });
  });

  test("count towards no bar if their circles are for tuning, and a bar without figures is not reached", () => {
    const tuned = { ...score(rated), circle: { ...rated, part: "tuning" as const } };
    expect(findGroup(tuned)).toBe("tuning");
    expect(findGroup(score({ ...rated, language: "de" }))).toBe("other_languages_held_out");
    const bars = listBars([tuned]);
    expect(bars.filter(({ isReached }) => isReached).map(({ name }) => name)).toEqual([
      "quotes word for word",
      "circles in which nothing is shown that must not be",
    ]);
    const [, stance] = rated.questions;
    const asked: CorpusCircle = {
      ...rated,
      questions: [
        { label: "What worries you?", type: "textarea", role: "worries" },
        ...(stance ? [stance] : []),
      ],
    };
    const reached = listBars([score(asked), score({ ...asked, language: "de" })]);
    expect(Object.fromEntries(reached.map(({ name, isReached }) => [name, isReached]))).toEqual({
      "overall view right, where there is one": true,
      "themes by their own text": false,
      "themes in other languages": true,
      "strengths and worries right, where said": true,
      "quotes word for word": true,
      "circles in which nothing is shown that must not be": true,
    });
  });
});

test("the figures of a side tell what is right where it speaks, what it finds, and how often it is silent", () => {
  const asked: CorpusCircle = {
    ...written,
    questions: [{ label: "What worries you?", type: "textarea", role: "worries" }],
  };
  const spoken = score(asked);
  const silent = score(asked, { top_risk: null });
  const wrong = score({ ...asked, expect: { ...asked.expect, risk: ["rent"] } });
  expect(summarizeScores([spoken, silent, wrong]).worries).toEqual({
    precision: { part: 1, whole: 2 },
    coverage: { part: 1, whole: 3 },
    abstentions: { part: 1, whole: 3 },
  });
});
