import type { QuestionTypeRules } from "./question-type-rules.ts";

export const textRules: QuestionTypeRules = {
  fields: [],
  defaults: {},
  listTexts: () => [],
  textCharacters: 0,
  listPossibleAnswers: () => [],
  formatAnswer: String,
};
