import { describe, expect, it } from "vitest";
import { describeChange, describeStanceChange } from "./change-text.ts";
import type { ThenAndNow } from "./then-and-now.ts";

type Readable = Extract<ThenAndNow, { state: "readable" }>;
type Question = Readable["questions"][number];

const createSide = (counts: number[]): Question["now"] => ({
  people_count: Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  ),
  tally: { type: "rating", question_id: 1, label: "How good?", low: "", high: "", counts },
});

const rated = (before: number[], now: number[], more: Partial<Question> = {}): Question => ({
  question_id: 1,
  label: "How good?",
  is_stance: true,
  direction: "higher_is_better",
  before: createSide(before),
  now: createSide(now),
  ...more,
});

describe("what changed since a paraline was asked before", () => {
  it.each([
    [
      "a higher mean",
      [1, 2, 3, 4, 0],
      [0, 0, 3, 6, 1],
      "From 3.0 to 3.8 of 5: people are more in favour than then, and their answers are closer together.",
    ],
    [
      "a lower mean",
      [0, 0, 1, 3, 1],
      [1, 0, 3, 1, 0],
      "From 4.0 to 2.8 of 5: people are less in favour than then, and their answers are further apart.",
    ],
    [
      "only a higher mean",
      [0, 2, 1, 0, 0],
      [0, 0, 2, 1, 0],
      "From 2.3 to 3.3 of 5: people are more in favour than then.",
    ],
    ["the same answers", [0, 1, 2, 1, 0], [0, 1, 2, 1, 0], "3.0 of 5 both times."],
    [
      "the same mean, far apart",
      [0, 0, 4, 0, 0],
      [2, 0, 0, 0, 2],
      "3.0 of 5 both times, but their answers are further apart.",
    ],
    [
      "a small change of the mean",
      [0, 0, 2, 2, 0],
      [0, 0, 2, 3, 0],
      "From 3.5 to 3.6 of 5: about the same.",
    ],
    [
      "the smallest change that is named",
      [0, 0, 10, 0, 0],
      [0, 0, 7, 3, 0],
      "From 3.0 to 3.3 of 5: people are more in favour than then, and their answers are further apart.",
    ],
  ])("is described for %s", (_, before, now, sentence) => {
    expect(describeChange(rated(before, now))).toBe(sentence);
  });

  it.each([
    [2, 4],
    [3, 2],
    [3, 0],
  ])("is not described for %i ratings then and %i now, because they are too few", (before, now) => {
    expect(describeChange(rated([0, 0, before, 0, 0], [0, 0, 0, 0, now]))).toBe(
      `Too few people rated to say what changed: ${before} then, ${now} now.`,
    );
  });

  it("is reversed if a low number is good", () => {
    const risk = rated([0, 0, 0, 3, 0], [0, 3, 0, 0, 0], { direction: "lower_is_better" });
    expect(describeChange(risk)).toBe(
      "From 4.0 to 2.0 of 5, where a low number is good: people are more in favour than then.",
    );
  });

  it("is not described if it is unknown which number is good", () => {
    expect(describeChange(rated([0, 0, 0, 3, 0], [0, 3, 0, 0, 0], { direction: null }))).toBe(
      undefined,
    );
  });

  it("is taken from the stance question alone", () => {
    const readable: Readable = {
      state: "readable",
      circle_id: "00000000-0000-4000-8000-000000000001",
      title: "Earlier",
      before_on: { first: "2026-01-01", last: "2026-01-01" },
      now_on: { first: "2026-02-01", last: "2026-02-01" },
      questions: [
        rated([3, 0, 0, 0, 0], [0, 0, 0, 0, 3], { is_stance: false }),
        rated([0, 0, 3, 0, 0], [0, 0, 3, 0, 0]),
      ],
    };
    expect(describeStanceChange(readable)).toBe("3.0 of 5 both times.");
    const [other] = readable.questions;
    expect(describeStanceChange({ ...readable, questions: other ? [other] : [] })).toBe(undefined);
    expect(describeStanceChange({ state: "none" })).toBe(undefined);
  });
});
