import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { toLine } from "../values/plain-text.ts";
import type { Answer } from "./answer.ts";
import type { QuestionTypeRules } from "./question-type-rules.ts";
import { ratingRules } from "./rating.ts";
import type { OwnerOnlyTypeFields, QuestionType, TypeFields } from "./schemas.ts";

const textRules: QuestionTypeRules = {
  fields: [],
  ownerOnlyFields: [],
  defaults: {},
  listTexts: () => [],
  textCharacters: 0,
  listPossibleAnswers: () => [],
  formatAnswer: String,
};

function listOptions({ options = [] }: TypeFields): string[] {
  return options.map(toLine).filter((option) => option !== "");
}

const choiceRules: QuestionTypeRules = {
  fields: ["options"],
  ownerOnlyFields: [],
  defaults: {},
  listTexts: listOptions,
  textCharacters: limits.optionCharacters,
  validateDraft(question) {
    const options = listOptions(question);
    if (options.length < limits.optionsMin || options.length > limits.optionsMax) {
      return "options_count";
    }
    const distinct = new Set(options.map((option) => option.toLowerCase()));
    return distinct.size < options.length ? "options_alike" : undefined;
  },
  listPossibleAnswers: ({ options = [] }) => options,
  formatAnswer: String,
};

const rules: Record<QuestionType, QuestionTypeRules> = {
  textarea: textRules,
  rating: ratingRules,
  choice: choiceRules,
};

type TypedQuestion = { type: QuestionType } & TypeFields;

/** The fields that only the question's type has, without those that the question omits. */
export function pickTypeFields(question: TypedQuestion): TypeFields {
  return pick(question, rules[question.type].fields);
}

/** Those of them that only the owner sees. */
export function pickOwnerOnlyTypeFields(question: TypedQuestion): OwnerOnlyTypeFields {
  return pick(question, rules[question.type].ownerOnlyFields);
}

function pick(question: TypeFields, fields: readonly (keyof TypeFields)[]): TypeFields {
  const given = fields.filter((field) => question[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, question[field]]));
}

/** The question with the defaults of its type for the fields that it omits. */
export function withTypeDefaults<Q extends TypedQuestion>(question: Q): Q {
  return { ...question, ...rules[question.type].defaults, ...pickTypeFields(question) };
}

/** The texts that only questions of this type have, in order, the type's defaults included. */
export function listTypeTexts(question: TypedQuestion): string[] {
  return rules[question.type].listTexts(withTypeDefaults(question));
}

/** The maximum length of each text of {@link listTypeTexts}. */
export function typeTextCharacters(type: QuestionType): number {
  return rules[type].textCharacters;
}

/** The first rule that a draft breaks in the fields of its type. */
export function validateTypeFields(question: TypedQuestion): ErrorCode | undefined {
  return rules[question.type].validateDraft?.(question);
}

/** All answers that can be chosen, in order; empty if people write their answers. */
export function listPossibleAnswers(question: TypedQuestion): readonly Answer[] {
  return rules[question.type].listPossibleAnswers(question);
}

/** Whether answers are chosen, so that they can be counted. */
export function isCounted(question: TypedQuestion): boolean {
  return listPossibleAnswers(question).length > 0;
}

/** The text of an answer in a sentence. */
export function formatAnswer({ type }: { type: QuestionType }, answer: Answer): string {
  return rules[type].formatAnswer(answer);
}

/** The type of the question that an answer belongs to, if the question is no longer known. */
export function guessType(answer: Answer): QuestionType {
  return typeof answer === "number" ? "rating" : "textarea";
}
