import { limits } from "../limits.ts";
import type { QuestionTypeRules } from "./question-type-rules.ts";
import type { RatingLabels } from "./rating-schemas.ts";

/** Source: docs/product.md, Questions. */
export const defaultRatingLabels: RatingLabels = {
  low: "Poor fit",
  middle: "Neutral",
  high: "Great fit",
};

export const ratingRules: QuestionTypeRules = {
  fields: ["rating_labels"],
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
