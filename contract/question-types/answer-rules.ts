import { answerLimits } from "../answer-limits.ts";
import { trimText } from "../values/plain-text.ts";
import type { AnswerRule } from "./answer.ts";
import type { QuestionType } from "./schemas.ts";

const validateText: AnswerRule = (answer) => {
  if (typeof answer !== "string") return { error: "answer_invalid" };
  const text = trimText(answer);
  if (text.length > answerLimits.answerCharacters) return { error: "answer_too_long" };
  return { answer: text === "" ? undefined : text };
};

const validateRating: AnswerRule = (answer) => {
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

const validateChoice: AnswerRule = (answer, { options }) => {
  const chosen = trimText(String(answer));
  if (chosen === "") return { answer: undefined };
  return options?.includes(chosen) ? { answer: chosen } : { error: "choice_invalid" };
};

/** This is in a separate file from `rules.ts`, because the invitee's page loads everything that this file imports. */
export const answerRules: Record<QuestionType, AnswerRule> = {
  textarea: validateText,
  rating: validateRating,
  choice: validateChoice,
};
