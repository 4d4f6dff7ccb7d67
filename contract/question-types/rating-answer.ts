import { answerLimits } from "../answer-limits.ts";
import type { AnswerRule } from "./answer.ts";

export const validateRating: AnswerRule = (answer) => {
  const rating = typeof answer === "string" ? parseRating(answer) : answer;
  if (rating === undefined) return { answer: undefined };
  if (
    !Number.isInteger(rating) ||
    rating < answerLimits.ratingMin ||
    rating > answerLimits.ratingMax
  ) {
    return { error: "answer_invalid" };
  }
  return { answer: rating };
};

function parseRating(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^\d$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
