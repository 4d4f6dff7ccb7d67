import { expect, test } from "vitest";
import { meanOfRatings, ratingsSentence } from "./ratings.ts";

test("a plot says in one sentence what it shows", () => {
  expect(ratingsSentence([0, 0, 1, 1, 2])).toBe(
    "Ratings: one at 3, one at 4, two at 5. Average 4.3 of 5.",
  );
  expect(ratingsSentence([0, 12, 0, 0, 0])).toBe("Ratings: 12 at 2. Average 2.0 of 5.");
  expect(ratingsSentence([0, 0, 0, 0, 0])).toBe("No ratings yet.");
});

test("the mean of no ratings is 0", () => {
  expect(meanOfRatings([0, 0, 0, 0, 0])).toBe(0);
});
