import type { QuestionTypeRules } from "./question-type-rules.ts";

export const textRules: QuestionTypeRules = {
  fields: [],
  defaults: {},
  listTexts: () => [],
  text_characters: 0,
  listPossibleAnswers: () => [],
  formatAnswer: String,
};
