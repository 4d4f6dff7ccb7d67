import { defaultRatingLabels, type Question } from "#contract/circles/questions.ts";

/** A rating with its labels, including the defaults where its question has none. */
export function withRatingLabels(question: Question): Question {
  if (question.type !== "rating") return question;
  return { ...question, rating_labels: question.rating_labels ?? defaultRatingLabels };
}
