import type { RefObject } from "react";
import type { Question } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/question-types/answer.ts";

export interface QuestionFieldProps {
  question: Question;
  /** The id of the text that says which question it is, which is read out with the heading. */
  placeId: string;
  /** Set for the question on screen. */
  headingRef: RefObject<HTMLHeadingElement | null> | undefined;
  defaultAnswer: Answer | undefined;
  error: string | undefined;
  /** Finds words that may reveal the author. Set if answers should not reveal who wrote them. */
  findAuthorHint: ((text: string) => string | undefined) | undefined;
}
