import type { Question } from "#contract/circles/questions.ts";
import { limits } from "#contract/limits.ts";
import { defaultRatingLabels } from "#contract/question-types/rating.ts";
import { formatAnswer } from "#contract/question-types/rules.ts";
import type { CountedRecap, Tallies } from "#contract/question-types/schemas.ts";
import { type AskedAnswer, countAnswers } from "#contract/question-types/tallies.ts";
import type { PdfSheet } from "#server/documents/pdf.ts";
import type { ServerQuestionType } from "./server-question-type.ts";

type Fit = CountedRecap["fit"];

export const ratingType: ServerQuestionType = {
  kind: "Rating",
  writeAnswer: (sheet, label, answer) => sheet.scale(label, Number(answer)),
  readChosen: (question, answer) => ({
    chosen: formatAnswer(question, answer),
    support: (Number(answer) - limits.ratingMin) / (limits.ratingMax - limits.ratingMin),
  }),
};

export function writeRatingTally(sheet: PdfSheet, tally: Tallies["ratings"][number]): void {
  sheet.ratings(tally);
}

/** The mean of all ratings of a circle, whatever their questions. */
export function summarizeFit(questions: readonly Question[], answers: readonly AskedAnswer[]): Fit {
  const rated = answers.filter(isRating);
  if (rated.length === 0) return { state: questions.some(isRating) ? "none_yet" : "not_asked" };
  return {
    state: "rated",
    average: rated.reduce((sum, { answer }) => sum + Number(answer), 0) / rated.length,
    ratings_count: rated.length,
    counts: countAnswers(rated),
    ...endsOf(rated),
  };
}

/** The labels at the ends of the scale: questions with different labels share only the product's defaults. */
function endsOf(rated: readonly AskedAnswer[]): { low: string; high: string } {
  const labels = rated.map(({ rating_labels }) => rating_labels ?? defaultRatingLabels);
  const [first = defaultRatingLabels] = labels;
  const isCommon = labels.every(({ low, high }) => low === first.low && high === first.high);
  const { low, high } = isCommon ? first : defaultRatingLabels;
  return { low, high };
}

export function describeFit(fit: Fit): { name: string; value: string }[] {
  const name = "Average fit";
  if (fit.state === "not_asked") return [{ name, value: "No ratings asked" }];
  if (fit.state === "none_yet") return [];
  const ratings = fit.ratings_count === 1 ? "1 rating" : `${fit.ratings_count} ratings`;
  return [{ name, value: `${fit.average.toFixed(1)}/5 from ${ratings}` }];
}

function isRating({ type }: Pick<Question, "type">): boolean {
  return type === "rating";
}
