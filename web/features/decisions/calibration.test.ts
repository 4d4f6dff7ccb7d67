import { expect, test } from "vitest";
import type { Review } from "#contract/decisions.ts";
import { calibrate, describeBand } from "./calibration.ts";

const review = (
  confidence: Review["confidence"],
  cameTrue: Review["came_true"],
  prediction = "It works",
) => ({ prediction, confidence, came_true: cameTrue });

test("says how often predictions came true, for each of three degrees of confidence", () => {
  const { reviews_count, bands } = calibrate([
    review(70, "yes"),
    review(80, "yes"),
    review(90, "no"),
    review(80, "partly"),
    review(20, "no"),
  ]);
  expect(reviews_count).toBe(5);
  expect(bands).toEqual([
    { from: 10, to: 30, reviews_count: 1, yes_count: 0, partly_count: 0, sure: 20, came_true: 0 },
    {
      from: 70,
      to: 90,
      reviews_count: 4,
      yes_count: 2,
      partly_count: 1,
      sure: 80,
      came_true: 62.5,
    },
  ]);
  expect(bands.map(describeBand)).toEqual([
    "The one time you were about 20% sure, it did not come true.",
    "When you were about 80% sure, it came true 2 of 4 times, and partly 1 of 4.",
  ]);
});

test("leaves out what does not say how sure the owner was, what was predicted or what came true", () => {
  expect(calibrate([review(null, "yes"), review(80, null), review(80, "yes", "")])).toEqual({
    reviews_count: 0,
    bands: [],
  });
});

test.each([
  ["yes", "The one time you were about 50% sure, it came true."],
  ["partly", "The one time you were about 50% sure, it came true partly."],
] as const)("describes a single prediction that came true: %s", (cameTrue, sentence) => {
  expect(calibrate([review(50, cameTrue)]).bands.map(describeBand)).toEqual([sentence]);
});
