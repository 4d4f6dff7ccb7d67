import type { ErrorCode } from "../errors.ts";
import type { Answer } from "./answer.ts";
import type { OwnerOnlyTypeFields, TypeFields } from "./schemas.ts";

/** The rules for the questions of one type, apart from those for answers. */
export interface QuestionTypeRules {
  /** The fields that only this type has. */
  fields: readonly (keyof TypeFields)[];
  /** Those of them that only the owner sees. */
  ownerOnlyFields: readonly (keyof OwnerOnlyTypeFields)[];
  /** The values of the fields if a question omits them. */
  defaults: TypeFields;
  /** The texts in the fields, in order. */
  listTexts(question: TypeFields): string[];
  /** The maximum length of each of these texts. */
  textCharacters: number;
  /** The rule that a draft breaks in its type's fields. Absent if anything that is typed is valid. */
  validateDraft?(question: TypeFields): ErrorCode | undefined;
  /** All answers that can be chosen, in order; empty if people write their answers. */
  listPossibleAnswers(question: TypeFields): readonly Answer[];
  /** The text of an answer in a sentence. */
  formatAnswer(answer: Answer): string;
}
