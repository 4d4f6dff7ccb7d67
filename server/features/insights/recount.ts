import { isDeepStrictEqual } from "node:util";
import { guessRole } from "#contract/circles/guess-role.ts";
import { findRole, type Question } from "#contract/circles/questions.ts";
import type { Insights } from "#contract/insights/insights.ts";
import { describeOverall } from "#contract/insights/overall-text.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";
import { countOverallView, withoutOverallView } from "./overall-view.ts";
import { prepareReading, type StoredResponse } from "./prepare-reading.ts";
import type { QuestionReadings, StoredInsights } from "./queries.ts";

export type CountedInsights = StoredInsights & Pick<Insights, "marks_changed">;

/**
 * Stored insights with the overall view counted as the questions are marked now: the owner may have corrected a role or
 * a direction since. What a model has read in people's words stays as it was.
 * @param responses all that may be read now, with their current marks
 */
export function recount(
  stored: StoredInsights,
  circle: Pick<ReadableCircle, "title" | "description" | "what_they_ask" | "is_anonymous">,
  responses: readonly StoredResponse[],
): CountedInsights {
  const read = new Set(stored.response_ids);
  const given = responses
    .filter(({ id }) => read.has(id))
    .map((response) => ({ ...response, use_in_insights: true }));
  const { overall: before } = stored.content;
  const now = listReadings(given);
  const isReadOtherwise = hasNewReading(stored.marks.written, now.written);
  const unchanged = {
    ...stored,
    marks_changed: isReadOtherwise ? ("read_otherwise" as const) : ("none" as const),
  };
  if (!hasNewReading(stored.marks.chosen, now.chosen)) return unchanged;
  // What is counted shows no names, so none have to be removed.
  const prepared = prepareReading({ ...circle, is_anonymous: false }, given);
  const counted = countOverallView(prepared);
  if (counted === undefined && before.source === "model") return unchanged;
  const { sentiment, overall } = counted ?? withoutOverallView(prepared);
  if (isDeepStrictEqual(overall, before)) return unchanged;
  return {
    ...stored,
    sentiment,
    sentiment_explanation: describeOverall(overall),
    content: { ...stored.content, overall },
    marks_changed: isReadOtherwise ? "read_otherwise" : "counted_again",
  };
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
function hasNewReading(before: readonly string[], now: readonly string[]): boolean {
  return now.some((reading) => !before.includes(reading));
}
