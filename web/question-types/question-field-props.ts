import type { RefObject } from "react";
import type { Question } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/question-types/answer.ts";

export interface QuestionFieldProps {
  question: Question;
  /** Id of the text that says which question it is: it is read out with the heading. */
  placeId: string;
  /** Set for the question on screen. */
  headingRef: RefObject<HTMLHeadingElement | null> | undefined;
  defaultAnswer: Answer | undefined;
  error: string | undefined;
  /** Set where an answer should not reveal who wrote it: the warning about that. */
  findAuthorHint: ((text: string) => string | undefined) | undefined;
}
