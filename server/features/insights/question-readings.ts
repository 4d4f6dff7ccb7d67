import { guessRole } from "#contract/circles/guess-role.ts";
import { findRole, type Question } from "#contract/circles/questions.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";
import type { StoredResponse } from "./prepare-reading.ts";

/**
 * How the questions of the responses are read, each with its id. `written`: the role of each question that is answered
 * in writing. `chosen`: for each of the others, its role and its direction.
 */
export interface QuestionReadings {
  written: string[];
  chosen: string[];
}

/** How the questions of these responses are read now. A guessed role counts as if the owner had chosen it. */
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

/**
 * Whether a question is read in a way in which none was read before. A question whose responses are gone is not a
 * change.
 */
export function hasNewReading(before: readonly string[], now: readonly string[]): boolean {
  return now.some((reading) => !before.includes(reading));
}
