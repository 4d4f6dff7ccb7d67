import { defaultRatingLabels, type Question } from "#contract/questions.ts";

/** A rating with what stands under it, also where its question names nothing of its own. */
export function withRatingLabels(question: Question): Question {
  if (question.type !== "rating") return question;
  return { ...question, rating_labels: question.rating_labels ?? defaultRatingLabels };
}
