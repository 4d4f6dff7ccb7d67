import { limits } from "../limits.ts";
import { toLine } from "../values/plain-text.ts";
import type { QuestionTypeRules } from "./question-type-rules.ts";
import type { TypeFields } from "./schemas.ts";

function listOptions({ options = [] }: TypeFields): string[] {
  return options.map(toLine).filter((option) => option !== "");
}

export const choiceRules: QuestionTypeRules = {
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
