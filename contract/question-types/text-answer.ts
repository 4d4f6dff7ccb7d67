import { answerLimits } from "../answer-limits.ts";
import { trimText } from "../values/plain-text.ts";
import type { AnswerRule } from "./answer.ts";

export const validateText: AnswerRule = (answer) => {
  if (typeof answer !== "string") return { error: "answer_invalid" };
  const text = trimText(answer);
  if (text.length > answerLimits.answerCharacters) return { error: "answer_too_long" };
  return { answer: text === "" ? undefined : text };
};
