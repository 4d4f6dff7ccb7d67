import type { ErrorCode } from "../errors.ts";
import type { Answer } from "./answer.ts";
import type { TypeFields } from "./schemas.ts";

/** What holds for the questions of one type, apart from what a valid answer is. */
export interface QuestionTypeRules {
  /** The fields that only this type has. */
  fields: readonly (keyof TypeFields)[];
  /** What a question has in those fields if it omits them. */
  defaults: TypeFields;
  /** The texts in those fields, in order. */
  listTexts(question: TypeFields): string[];
  /** The longest that each of these texts may be. */
  textCharacters: number;
  /** The rule that a draft breaks in its type's fields; none where whatever is typed can be asked. */
  validateDraft?(question: TypeFields): ErrorCode | undefined;
  /** All answers that can be chosen, in order; empty where people write. */
  listPossibleAnswers(question: TypeFields): readonly Answer[];
  /** How an answer reads in a sentence. */
  formatAnswer(answer: Answer): string;
}
