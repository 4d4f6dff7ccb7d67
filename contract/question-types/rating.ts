import { limits } from "../limits.ts";
import type { QuestionTypeRules } from "./question-type-rules.ts";
import type { RatingLabels } from "./rating-schemas.ts";
import type { CountedRecap } from "./schemas.ts";

/** Source: docs/product.md, Questions. */
export const defaultRatingLabels: RatingLabels = {
  low: "Poor fit",
  middle: "Neutral",
  high: "Great fit",
};

/** Shown instead of what ratings mean, if their direction is not known. */
export const directionUnclear = "Unclear whether a high number is good";

/** What the mean of all ratings of a circle is called: not a fit if all of them share a scale with other ends. */
export function nameMean(fit: CountedRecap["fit"]): string {
  const { low, high } = fit.state === "rated" ? fit : defaultRatingLabels;
  const isFit = low === defaultRatingLabels.low && high === defaultRatingLabels.high;
  return isFit ? "Average fit" : "Average rating";
}

/** From how many ratings a mean is: "from 5 ratings, 3 left out". */
export function describeCount({
  ratings_count,
  left_out_count,
}: {
  ratings_count: number;
  left_out_count: number;
}): string {
  const from = ratings_count === 1 ? "from 1 rating" : `from ${ratings_count} ratings`;
  return left_out_count === 0 ? from : `${from}, ${left_out_count} left out`;
}

export const ratingRules: QuestionTypeRules = {
  fields: ["rating_labels", "rating_direction"],
  ownerOnlyFields: ["rating_direction"],
  defaults: { rating_labels: defaultRatingLabels },
  listTexts: ({ rating_labels }) =>
    rating_labels ? [rating_labels.low, rating_labels.middle, rating_labels.high] : [],
  textCharacters: limits.ratingLabelCharacters,
  listPossibleAnswers: () =>
    Array.from(
      { length: limits.ratingMax - limits.ratingMin + 1 },
      (_, index) => index + limits.ratingMin,
    ),
  formatAnswer: (answer) => `${answer} of ${limits.ratingMax}`,
};
