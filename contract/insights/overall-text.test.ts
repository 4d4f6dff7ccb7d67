import { describe, expect, it } from "vitest";
import type { OverallView } from "./insights.ts";
import { describeOverall, describeSpread } from "./overall-text.ts";

const stance: OverallView = {
  source: "stance",
  question_id: 1,
  label: "How good a fit?",
  mean: 4.25,
  counts: [0, 0, 1, 1, 2],
  low: "Poor fit",
  high: "Great fit",
  is_reversed: false,
  answers_count: 4,
  spread: 0.83,
  unmarked_ratings: [],
};
const none = (reason: "not_asked" | "too_few" | "unmarked", peopleCount: number): OverallView => ({
  source: "none",
  reason,
  people_count: peopleCount,
  unmarked_ratings: [],
});

describe("the overall view in words", () => {
  it.each([
    [0, "close together"],
    [0.59, "close together"],
    [0.6, "somewhat divided"],
    [1.19, "somewhat divided"],
    [1.2, "far apart"],
  ])("a spread of %d is %s", (spread, words) => {
    expect(describeSpread(spread)).toBe(words);
  });

  it("names the question, its scale and how far apart the answers are", () => {
    expect(describeOverall(stance)).toBe(
      "4 people answered “How good a fit?” with 4.3 of 5 on average, where 1 is “Poor fit” and 5 is “Great fit”. Their answers are somewhat divided.",
    );
    expect(describeOverall({ ...stance, low: "", is_reversed: true })).toContain(
      "where 5 is “Great fit”; a low number is good.",
    );
  });

  it("says what was reversed and what was left out", () => {
    const ratings: OverallView = {
      source: "ratings",
      mean: 3,
      questions: [
        { question_id: 1, label: "How ready?", mean: 3, is_reversed: false, answers_count: 3 },
        { question_id: 2, label: "How hard?", mean: 3, is_reversed: true, answers_count: 3 },
      ],
      people_count: 3,
      answers_count: 6,
      spread: 0,
      unmarked_ratings: [{ question_id: 3, label: "How risky?" }],
    };
    expect(describeOverall(ratings)).toBe(
      "The ratings of 3 people average 3.0 of 5, counting “How ready?” and “How hard?”. They are close together. Reversed, because a low number is good there: “How hard?”. Left out: “How risky?”. A high number seems to be bad news there; edit this question to say which number is good.",
    );
  });

  it.each([
    [none("not_asked", 0), "nobody was asked for a rating."],
    [none("too_few", 0), "people were asked for a rating, but nobody gave one."],
    [none("too_few", 1), "only 1 person rated."],
    [none("too_few", 2), "only 2 people rated."],
    [none("unmarked", 4), "it is unclear whether a high number is good."],
  ])("says why there is none: %j", (overall, why) => {
    expect(describeOverall(overall)).toBe(`No overall view: ${why}`);
  });
});
