import { limits } from "../limits.ts";
import { toLine, trimText } from "../plain-text.ts";
import type { AnswerRule } from "./answer.ts";
import type { QuestionTypeRules } from "./question-type-rules.ts";
import type { TypeFields } from "./schemas.ts";

export const validateChoice: AnswerRule = (answer, { options }) => {
  const chosen = trimText(String(answer));
  if (chosen === "") return { answer: undefined };
  return options?.includes(chosen) ? { answer: chosen } : { error: "choice_invalid" };
};

function listOptions({ options = [] }: TypeFields): string[] {
  return options.map(toLine).filter((option) => option !== "");
}

export const choiceRules: QuestionTypeRules = {
  fields: ["options"],
  defaults: {},
  listTexts: listOptions,
  text_characters: limits.option_characters,
  validateDraft(question) {
    const options = listOptions(question);
    if (options.length < limits.options_min || options.length > limits.options_max) {
      return "options_count";
    }
    const distinct = new Set(options.map((option) => option.toLowerCase()));
    return distinct.size < options.length ? "options_alike" : undefined;
  },
  listPossibleAnswers: ({ options = [] }) => options,
  formatAnswer: String,
};
