import { describe, expect, test } from "vitest";
import type { Question } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import { decideOverallView } from "./overall-view.ts";
import { prepareReading } from "./prepare-reading.ts";

const stance: Question = { id: 1, label: "How good a fit?", type: "rating", role: "stance" };
const rating = (id: number, fields: Partial<Question> = {}): Question => ({
  id,
  label: "How ready am I?",
  type: "rating",
  ...fields,
});
const text: Question = { id: 9, label: "What do you see?", type: "textarea" };

/** Prepares the answers of some people, each by the question's id. */
const peopleWho = (questions: Question[], people: Record<number, Answer>[]) =>
  prepareReading(
    { title: "Bakery", description: "", what_they_ask: "", is_anonymous: false },
    people.map((answers, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      answers: { 9: "You are calm and it suits you.", ...answers },
      questions: [...questions, text],
      use_in_insights: true,
    })),
  );

const rated = (values: number[], question = stance) =>
  decideOverallView(
    peopleWho(
      [question],
      values.map((value) => ({ [question.id]: value })),
    ),
  );
const quotes = [{ text: "You are calm", response_id: "r", question_id: 9 }];

describe("the overall view, counted from the stance question", () => {
  test.each([
    [[4, 4, 4, 3], 3.75, "positive"],
    [[4, 4, 4, 4, 4, 4, 3, 3, 3, 4], 3.7, "mixed"],
    [[2, 3, 2, 3], 2.5, "concerned"],
    [[2, 3, 3, 2, 3], 2.6, "mixed"],
    [[5, 5, 1], 3.666667, "mixed"],
    [[1, 1, 1], 1, "concerned"],
  ])("%j is %d on average: %s", (values, mean, sentiment) => {
    const decided = rated(values);
    expect(decided.sentiment).toBe(sentiment);
    expect(decided.overall).toMatchObject({ source: "stance", question_id: 1, mean });
  });

  test("needs exactly three answers, and says how many chose what", () => {
    expect(rated([5, 5]).overall.source).not.toBe("stance");
    expect(rated([5, 5, 4]).overall).toEqual({
      source: "stance",
      question_id: 1,
      label: "How good a fit?",
      mean: 4.666667,
      counts: [0, 0, 0, 1, 2],
      low: "Poor fit",
      high: "Great fit",
      is_reversed: false,
      answers_count: 3,
      spread: 0.471405,
      unmarked_ratings: [],
    });
  });

  test("reverses a scale whose low number is good, and shows it as it was asked", () => {
    const reversed = { ...stance, rating_direction: "lower_is_better" as const };
    const { sentiment, overall } = rated([1, 2, 1], reversed);
    expect(sentiment).toBe("positive");
    expect(overall).toMatchObject({ mean: 1.333333, counts: [2, 1, 0, 0, 0], is_reversed: true });
  });

  test("does not count answers to different wordings together", () => {
    const responses = [1, 5, 5, 5].map((value, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      answers: { 1: value },
      questions: [{ ...stance, label: index === 0 ? "Should I go?" : "Should I stay?" }],
      use_in_insights: true,
    }));
    const circle = { title: "", description: "", what_they_ask: "", is_anonymous: false };
    const decide = (given: typeof responses) =>
      decideOverallView(prepareReading(circle, given)).overall;
    expect(decide(responses)).toMatchObject({ label: "Should I stay?", answers_count: 3, mean: 5 });
    expect(decide(responses.slice(0, 3))).toMatchObject({ source: "none", reason: "too_few" });
  });

  test("comes before every other source, even a model's reading", () => {
    const prepared = peopleWho(
      [stance, rating(2)],
      [{ 1: 1, 2: 5 }, { 1: 2, 2: 5 }, { 1: 3, 2: 5 }, { 2: 5 }],
    );
    const { sentiment, overall } = decideOverallView(prepared, { sentiment: "positive", quotes });
    expect(sentiment).toBe("concerned");
    expect(overall.source).toBe("stance");
  });
});

describe("the overall view, counted from other ratings", () => {
  test("counts each person once, whatever the number of their ratings", () => {
    const prepared = peopleWho(
      [rating(1), rating(2, { label: "How happy?" }), rating(3, { label: "How soon?" })],
      [{ 1: 1 }, { 1: 1 }, { 1: 5, 2: 5, 3: 5 }],
    );
    const { sentiment, overall } = decideOverallView(prepared);
    expect(sentiment).toBe("concerned");
    expect(overall).toMatchObject({
      source: "ratings",
      mean: 2.333333,
      people_count: 3,
      answers_count: 5,
    });
  });

  test("is used where the stance question has fewer than three answers, without those", () => {
    const answers: Record<number, Answer>[] = [{ 1: 1, 2: 4 }, { 1: 1, 2: 4 }, { 2: 4 }];
    const { sentiment, overall } = decideOverallView(peopleWho([stance, rating(2)], answers));
    expect(sentiment).toBe("positive");
    expect(overall).toMatchObject({ source: "ratings", mean: 4, questions: [{ question_id: 2 }] });
    const two = peopleWho([stance, rating(2)], [{ 1: 5 }, { 2: 5 }, { 2: 5 }]);
    expect(decideOverallView(two).overall).toMatchObject({
      source: "none",
      reason: "too_few",
      people_count: 3,
    });
  });

  test("reverses what its owner has marked", () => {
    const risky = rating(2, { label: "How risky is it?", rating_direction: "lower_is_better" });
    const { sentiment, overall } = decideOverallView(
      peopleWho(
        [rating(1), risky],
        [
          { 1: 4, 2: 2 },
          { 1: 4, 2: 1 },
          { 1: 4, 2: 3 },
        ],
      ),
    );
    expect(sentiment).toBe("positive");
    expect(overall).toMatchObject({
      mean: 4,
      questions: [
        { question_id: 1, is_reversed: false, mean: 4 },
        { question_id: 2, is_reversed: true, mean: 2, label: "How risky is it?" },
      ],
      unmarked_ratings: [],
    });
  });

  test("leaves out what reads as the opposite and is not marked, and says so", () => {
    const risky = rating(2, { label: "How risky is it?" });
    const both = peopleWho(
      [rating(1), risky],
      [
        { 1: 4, 2: 5 },
        { 1: 4, 2: 5 },
        { 1: 4, 2: 5 },
      ],
    );
    const unmarkedRatings = [{ question_id: 2, label: "How risky is it?" }];
    expect(decideOverallView(both)).toMatchObject({
      sentiment: "positive",
      overall: {
        source: "ratings",
        questions: [{ question_id: 1 }],
        unmarked_ratings: unmarkedRatings,
      },
    });
    const alone = peopleWho([risky], [{ 2: 5 }, { 2: 5 }, { 2: 5 }]);
    expect(decideOverallView(alone)).toMatchObject({
      sentiment: "other",
      overall: {
        source: "none",
        reason: "unmarked",
        people_count: 3,
        unmarked_ratings: unmarkedRatings,
      },
    });
  });
});

describe("the overall view without ratings", () => {
  test("is a model's reading, with its quotes; without any it says nothing", () => {
    const prepared = peopleWho([], [{}, {}]);
    const sentiment = "mixed" as const;
    expect(decideOverallView(prepared, { sentiment, quotes })).toMatchObject({
      sentiment,
      overall: { source: "model", quotes },
    });
    expect(decideOverallView(prepared, { sentiment, quotes: [] }).overall.source).toBe("none");
  });

  test("is never read in words by this server", () => {
    expect(decideOverallView(peopleWho([], [{}, {}, {}]))).toMatchObject({
      sentiment: "other",
      overall: { source: "none", reason: "not_asked", people_count: 0 },
    });
  });

  test("says that people were asked, where too few have rated", () => {
    expect(rated([5, 5]).overall).toMatchObject({ reason: "too_few", people_count: 2 });
    const unrated = peopleWho([stance], [{}, {}, {}]);
    expect(decideOverallView(unrated).overall).toMatchObject({
      reason: "too_few",
      people_count: 0,
    });
  });
});
