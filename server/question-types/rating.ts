import type { Question } from "#contract/circles/questions.ts";
import { limits } from "#contract/limits.ts";
import {
  defaultRatingLabels,
  describeCount,
  directionUnclear,
  nameMean,
} from "#contract/question-types/rating.ts";
import { findDirection } from "#contract/question-types/rating-direction.ts";
import type { RatingDirection } from "#contract/question-types/rating-schemas.ts";
import { formatAnswer } from "#contract/question-types/rules.ts";
import type { CountedRecap, Tallies } from "#contract/question-types/schemas.ts";
import { type AskedAnswer, countAnswers } from "#contract/question-types/tallies.ts";
import type { PdfSheet } from "#server/documents/pdf.ts";
import type { ServerQuestionType } from "./server-question-type.ts";

type Fit = CountedRecap["fit"];

export const ratingType: ServerQuestionType = {
  kind: "Rating",
  writeAnswer: (sheet, label, answer) => sheet.scale(label, Number(answer)),
  readChosen: (question, answer) => {
    const direction = findDirection(question);
    const chosen = formatAnswer(question, answer);
    if (direction === undefined) return { chosen };
    const value = alignRating(Number(answer), direction);
    return {
      chosen,
      support: (value - limits.ratingMin) / (limits.ratingMax - limits.ratingMin),
    };
  },
  readRating: (question, answer) => {
    const { low, high } = question.rating_labels ?? defaultRatingLabels;
    return { value: Number(answer), direction: findDirection(question), low, high };
  },
};

/** A rating as it would read if a high number were good. */
export function alignRating(value: number, direction: RatingDirection): number {
  return direction === "lower_is_better" ? limits.ratingMin + limits.ratingMax - value : value;
}

export function writeRatingTally(
  sheet: PdfSheet,
  { counts, low, high }: Tallies["ratings"][number],
): void {
  const people = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, index) => sum + count * (index + 1), 0);
  const mean = people === 0 ? 0 : total / people;
  const parts = counts.flatMap((count, index) => (count > 0 ? [`${count} at ${index + 1}`] : []));
  const words = `Ratings: ${parts.join(", ")}. Average ${mean.toFixed(1)} of 5.`;
  sheet.dotPlot({ counts, mean, low, high }, words);
}

/** The mean of all ratings of a circle, whatever their questions, as they would read if a high number were good. */
export function summarizeFit(questions: readonly Question[], answers: readonly AskedAnswer[]): Fit {
  const given = answers.filter(isRating);
  if (given.length === 0) return { state: questions.some(isRating) ? "none_yet" : "not_asked" };
  const rated = given.flatMap(withAlignedScale);
  if (rated.length === 0) return { state: "unmarked" };
  return {
    state: "rated",
    average: rated.reduce((sum, { answer }) => sum + Number(answer), 0) / rated.length,
    ratings_count: rated.length,
    left_out_count: given.length - rated.length,
    counts: countAnswers(rated),
    ...findEndLabels(rated),
  };
}

/** The answer on a scale whose high number is good; none if the direction is not known. */
function withAlignedScale(asked: AskedAnswer): AskedAnswer[] {
  const direction = findDirection({ ...asked, label: asked.label ?? "" });
  if (direction === undefined) return [];
  if (direction === "higher_is_better") return [asked];
  const labels = asked.rating_labels ?? defaultRatingLabels;
  const { low, middle, high } = labels;
  // The product's own labels say which end is good, so they already fit the aligned scale.
  const hasOwnLabels = low !== defaultRatingLabels.low || high !== defaultRatingLabels.high;
  return [
    {
      ...asked,
      rating_labels: hasOwnLabels ? { low: high, middle, high: low } : labels,
      answer: alignRating(Number(asked.answer), direction),
    },
  ];
}

/** The labels at the ends of the scale. If questions have different labels, they are the product's defaults. */
function findEndLabels(rated: readonly AskedAnswer[]): { low: string; high: string } {
  const labels = rated.map(({ rating_labels }) => rating_labels ?? defaultRatingLabels);
  const [first = defaultRatingLabels] = labels;
  const isCommon = labels.every(({ low, high }) => low === first.low && high === first.high);
  const { low, high } = isCommon ? first : defaultRatingLabels;
  return { low, high };
}

export function describeFit(fit: Fit): { name: string; value: string }[] {
  const name = nameMean(fit);
  if (fit.state === "not_asked") return [{ name, value: "No ratings asked" }];
  if (fit.state === "none_yet") return [];
  if (fit.state === "unmarked") return [{ name, value: directionUnclear }];
  return [{ name, value: `${fit.average.toFixed(1)}/5 ${describeCount(fit)}` }];
}

function isRating({ type }: Pick<Question, "type">): boolean {
  return type === "rating";
}
