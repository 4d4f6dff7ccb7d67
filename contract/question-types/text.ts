import type { QuestionTypeRules } from "./question-type-rules.ts";

export const textRules: QuestionTypeRules = {
  fields: [],
  ownerOnlyFields: [],
  defaults: {},
  listTexts: () => [],
  textCharacters: 0,
  listPossibleAnswers: () => [],
  formatAnswer: String,
};
