import type { AnswerRule } from "./answer.ts";
import { validateChoice } from "./choice-answer.ts";
import { validateRating } from "./rating-answer.ts";
import type { QuestionType } from "./schemas.ts";
import { validateText } from "./text-answer.ts";

/** This is in a separate file from `rules.ts`, because the invitee's page loads everything that this file imports. */
export const answerRules: Record<QuestionType, AnswerRule> = {
  textarea: validateText,
  rating: validateRating,
  choice: validateChoice,
};
