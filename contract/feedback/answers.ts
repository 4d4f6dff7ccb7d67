import { assertNever } from "../assert-never.ts";
import type { Question } from "../circles/questions.ts";
import type { InviteeErrorCode } from "../invitee-errors.ts";
import { limits } from "../limits.ts";
import { trimText } from "../plain-text.ts";

/** One answer: text for a text question, 1 to 5 for a rating. */
export type Answer = string | number;

/** Answers by question id (as a string, since JSON keys are). */
export type Answers = Record<string, Answer>;

/**
 * Validates an answer for its question: returns the answer to store, `undefined` for an empty one, or the code
 * of the rule it breaks.
 */
export function validateAnswer(
  question: Pick<Question, "type">,
  answer: Answer | undefined,
): { answer: Answer | undefined } | { error: InviteeErrorCode } {
  if (answer === undefined) return { answer: undefined };
  switch (question.type) {
    case "textarea": {
      if (typeof answer !== "string") return { error: "answer_invalid" };
      const text = trimText(answer);
      if (text.length > limits.answer_characters) return { error: "answer_too_long" };
      return { answer: text === "" ? undefined : text };
    }
    case "rating": {
      const rating = typeof answer === "string" ? parseRating(answer) : answer;
      if (rating === undefined) return { answer: undefined };
      if (!Number.isInteger(rating) || rating < limits.rating_min || rating > limits.rating_max) {
        return { error: "answer_invalid" };
      }
      return { answer: rating };
    }
    default:
      return assertNever(question.type);
  }
}

/** How an answer reads as text in exports, prompts and emails. */
export function answerText(question: Pick<Question, "type">, answer: Answer): string {
  switch (question.type) {
    case "textarea":
      return String(answer);
    case "rating":
      return `${answer} of ${limits.rating_max}`;
    default:
      return assertNever(question.type);
  }
}

/** The trimmed note, `undefined` for an empty one, or the code of the rule it breaks. */
export function validateEncouragement(
  note: string | null | undefined,
): { note: string | undefined } | { error: InviteeErrorCode } {
  const text = trimText(note ?? "");
  if (text.length > limits.encouragement_characters) return { error: "encouragement_too_long" };
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
export interface ReflectionsError {
  error: InviteeErrorCode;
  question_id: number | undefined;
}

/**
 * Validates a whole submission, the questions in order and the encouragement last. Returns what to store, or
 * the first rule it breaks. The browser and the server both use it. Source: docs/product.md, Answering.
 */
export function validateReflections(
  questions: readonly Pick<Question, "id" | "type">[],
  typed: {
    answers: Readonly<Record<string, Answer | undefined>>;
    encouragement?: string | null | undefined;
  },
): Reflections | ReflectionsError {
  const known = new Set(questions.map(({ id }) => String(id)));
  if (Object.keys(typed.answers).some((id) => !known.has(id))) {
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

function parseRating(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^\d$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
