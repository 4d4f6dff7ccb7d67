import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import { findInAnswer } from "#web/question-types/answer-view.tsx";

export interface AnswerFilter {
  query: string;
  keptOnly: boolean;
}

export function isKept(kept: readonly KeptAnswer[], responseId: string, questionId: number) {
  return kept.some(
    ({ response_id, question_id }) => response_id === responseId && question_id === questionId,
  );
}

/** The responses with only those answers that pass the filter. Responses without any are left out. */
export function filterResponses(
  responses: readonly ReadableResponse[],
  kept: readonly KeptAnswer[],
  { query, keptOnly }: AnswerFilter,
): ReadableResponse[] {
  const isSearched = query.trim() !== "";
  if (!isSearched && !keptOnly) return [...responses];
  return responses
    .map((response) => ({
      ...response,
      answers: response.answers.filter(
        (answer) =>
          (!isSearched || findInAnswer(answer, query).length > 0) &&
          (!keptOnly || isKept(kept, response.id, answer.question_id)),
      ),
    }))
    .filter(({ answers }) => answers.length > 0);
}
