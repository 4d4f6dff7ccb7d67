import type { Question } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import type { RatingDirection } from "#contract/question-types/rating-schemas.ts";
import type { PdfSheet } from "#server/documents/pdf.ts";

/** A chosen answer as an engine of insights reads it: it is counted, and there is nothing in it to quote. */
export interface ChosenAnswer {
  /** How it reads in a sentence. */
  chosen: string;
  /** What could be chosen, where that does not go without saying. */
  options?: readonly string[];
  /**
   * How much of it is support, from 0 to 1, the rest being worry: a rating whose direction is known, reversed where
   * a low number is good. Undefined where an answer says nothing about that.
   */
  support?: number;
}

/** An answer on a scale, for counting the overall view. */
export interface RatingAnswer {
  /** As it was chosen. */
  value: number;
  /** Undefined: it is not known what a high number says. */
  direction: RatingDirection | undefined;
  low: string;
  high: string;
}

export interface ServerQuestionType {
  /** What a table of results calls such an answer. */
  kind: string;
  writeAnswer(sheet: PdfSheet, label: string, answer: Answer): void;
  /** Missing where people write: what they wrote is read as text. */
  readChosen?(question: Question, answer: Answer, redact: (text: string) => string): ChosenAnswer;
  /** Missing where answers are not on a scale. */
  readRating?(question: Question, answer: Answer): RatingAnswer;
}
