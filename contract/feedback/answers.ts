import type { Question } from "../circles/questions.ts";
import type { InviteeErrorCode } from "../invitee-errors.ts";
import { limits } from "../limits.ts";
import type { Answer, ValidatedAnswer } from "../question-types/answer.ts";
import { answerRules } from "../question-types/answer-rules.ts";
import { trimText } from "../values/plain-text.ts";

/** Answers by question id (as a string, since JSON keys are). */
export type Answers = Record<string, Answer>;

/** The parts of a question that are needed to validate its answers. */
type ValidatedQuestion = Omit<Question, "id" | "label" | "subtitle">;

/**
 * Validates an answer for its question: returns the answer to store, `undefined` for an empty one, or the code
 * of the rule it breaks.
 */
export function validateAnswer(
  question: ValidatedQuestion,
  answer: Answer | undefined,
): ValidatedAnswer {
  if (answer === undefined) return { answer };
  return answerRules[question.type](answer, question);
}

/** The trimmed note, `undefined` for an empty one, or the code of the rule it breaks. */
export function validateEncouragement(
  note: string | null | undefined,
): { note: string | undefined } | { error: InviteeErrorCode } {
  const text = trimText(note ?? "");
  if (text.length > limits.encouragementCharacters) return { error: "encouragement_too_long" };
  return { note: text === "" ? undefined : text };
}

/** What a person submits: answers by question, and an optional note. */
export interface Reflections {
  answers: Answers;
  encouragement: string | undefined;
}

/**
 * The first rule that reflections break; without a question it concerns the encouragement, or the whole submission.
 */
interface ReflectionsError {
  error: InviteeErrorCode;
  question_id: number | undefined;
}

/**
 * Validates a whole submission, the questions in order and the encouragement last. Returns what to store, or
 * the first rule it breaks. The browser and the server both use it. Source: docs/product.md, Answering.
 */
export function validateReflections(
  questions: readonly (ValidatedQuestion & Pick<Question, "id">)[],
  typed: {
    answers: Readonly<Record<string, Answer | undefined>>;
    encouragement?: string | null | undefined;
  },
): Reflections | ReflectionsError {
  const known = new Set(questions.map(({ id }) => String(id)));
  if (Object.entries(typed.answers).some(([id, answer]) => answer && !known.has(id))) {
    return { error: "question_unknown", question_id: undefined };
  }
  const answers: Answers = {};
  for (const question of questions) {
    const validated = validateAnswer(question, typed.answers[question.id]);
    if ("error" in validated) return { error: validated.error, question_id: question.id };
    if (validated.answer !== undefined) answers[question.id] = validated.answer;
  }
  const validated = validateEncouragement(typed.encouragement);
  if ("error" in validated) return { error: validated.error, question_id: undefined };
  if (Object.keys(answers).length === 0) return { error: "answers_none", question_id: undefined };
  return { answers, encouragement: validated.note };
}
