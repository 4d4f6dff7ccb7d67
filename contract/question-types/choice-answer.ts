import { trimText } from "../values/plain-text.ts";
import type { AnswerRule } from "./answer.ts";

export const validateChoice: AnswerRule = (answer, { options }) => {
  const chosen = trimText(String(answer));
  if (chosen === "") return { answer: undefined };
  return options?.includes(chosen) ? { answer: chosen } : { error: "choice_invalid" };
};
