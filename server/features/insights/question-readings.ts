import { guessRole } from "#contract/circles/guess-role.ts";
import { findRole, type Question } from "#contract/circles/questions.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";
import type { StoredResponse } from "./prepare-reading.ts";

/**
 * How the questions of the answers are read, each with its id: what those that people write to are for, and which of the
 * others is the stance question and what a high number of it says.
 */
export interface QuestionReadings {
  written: string[];
  chosen: string[];
}

/** How the questions of these responses are read now. What is guessed counts as if the owner had said it. */
export function listReadings(
  responses: readonly Pick<StoredResponse, "questions">[],
): QuestionReadings {
  const written = new Set<string>();
  const chosen = new Set<string>();
  for (const question of responses.flatMap(({ questions }) => questions)) {
    const { id, label, type } = question;
    const role = findRole(question);
    if (serverQuestionTypes[type].readChosen === undefined) {
      written.add(`${id} ${role ?? guessRole(label)}`);
    } else {
      chosen.add(`${id} ${role ?? "other"} ${directionOf(question) ?? "unknown"}`);
    }
  }
  return { written: [...written].sort(), chosen: [...chosen].sort() };
}

const anyRating = 1;

const directionOf = (question: Question) =>
  serverQuestionTypes[question.type].readRating?.(question, anyRating)?.direction;

/** Whether a question is read in a way in which none was before; one whose responses are gone is no change. */
export function hasNewReading(before: readonly string[], now: readonly string[]): boolean {
  return now.some((reading) => !before.includes(reading));
}
