import type { Question } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import type { RatingDirection } from "#contract/question-types/rating-schemas.ts";
import type { PdfSheet } from "#server/documents/pdf.ts";

/** A chosen answer as an insights engine reads it. It is counted, and there is nothing in it to quote. */
export interface ChosenAnswer {
  /** The text of the answer in a sentence. */
  chosen: string;
  /** What could be chosen, unless that is obvious. */
  options?: readonly string[];
}

/** An answer on a scale, for counting the overall view. */
export interface RatingAnswer {
  /** The number as it was chosen. */
  value: number;
  /** Undefined if it is not known what a high number means. */
  direction: RatingDirection | undefined;
  low: string;
  high: string;
}

export interface ServerQuestionType {
  /** The name of such an answer in a table of results. */
  kind: string;
  writeAnswer(sheet: PdfSheet, label: string, answer: Answer): void;
  /** Missing for types whose answers people write, which are read as text. */
  readChosen?(question: Question, answer: Answer, redact: (text: string) => string): ChosenAnswer;
  /** Missing for types whose answers are not on a scale. */
  readRating?(question: Question, answer: Answer): RatingAnswer;
}
