import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import { findInText, type TextRange } from "#web/ui/text/find-in-text.ts";

type Answer = ReadableResponse["answers"][number];

/** Which answers are shown. */
export interface AnswerFilter {
  words: string;
  keptOnly: boolean;
}

export function isKept(kept: readonly KeptAnswer[], responseId: string, questionId: number) {
  return kept.some(
    ({ response_id, question_id }) => response_id === responseId && question_id === questionId,
  );
}

/** Where an answer has the words. A rating is a number, in which nothing is searched. */
export function findInAnswer({ answer }: Answer, words: string): TextRange[] {
  return typeof answer === "string" ? findInText(answer, words) : [];
}

/** The responses with those of their answers that pass the filter; responses without any are left out. */
export function filterResponses(
  responses: readonly ReadableResponse[],
  kept: readonly KeptAnswer[],
  { words, keptOnly }: AnswerFilter,
): ReadableResponse[] {
  const isSearched = words.trim() !== "";
  if (!isSearched && !keptOnly) return [...responses];
  return responses
    .map((response) => ({
      ...response,
      answers: response.answers.filter(
        (answer) =>
          (!isSearched || findInAnswer(answer, words).length > 0) &&
          (!keptOnly || isKept(kept, response.id, answer.question_id)),
      ),
    }))
    .filter(({ answers }) => answers.length > 0);
}
