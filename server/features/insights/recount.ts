import { isDeepStrictEqual } from "node:util";
import type { Insights } from "#contract/insights/insights.ts";
import { isCountedView } from "#contract/insights/overall-text.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import { explainSentiment } from "./checks/explain-sentiment.ts";
import { listPeople } from "./list-people.ts";
import { countOverallView, type OverallDecision, withoutOverallView } from "./overall-view.ts";
import { type PreparedReading, prepareReading, type StoredResponse } from "./prepare-reading.ts";
import type { StoredInsights } from "./queries.ts";
import { hasNewReading, listReadings } from "./question-readings.ts";

export type CountedInsights = StoredInsights & Pick<Insights, "marks_changed">;

/**
 * Stored insights with the overall view counted as the questions are marked now: the owner may have corrected a role or
 * a direction since. What an engine has read in people's words stays as it was.
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
  const before = stored.content.overall ?? null;
  const now = listReadings(given);
  const marks = stored.marks ?? now;
  const isReadOtherwise = hasNewReading(marks.written, now.written);
  const isCountedOtherwise = hasNewReading(marks.chosen, now.chosen);
  // Insights that were stored before sources were recorded contain nothing that could be counted again.
  if (before === null || !(isCountedOtherwise || stored.marks === undefined)) {
    return { ...stored, marks_changed: isReadOtherwise ? "read_otherwise" : "none" };
  }
  // What is counted shows no names, so none have to be removed.
  const prepared = prepareReading({ ...circle, is_anonymous: false }, given);
  const decision = decideAgain(stored, prepared);
  const isSame = decision === undefined || isDeepStrictEqual(decision.overall, before);
  if (isSame) return { ...stored, marks_changed: isReadOtherwise ? "read_otherwise" : "none" };
  // An engine might now read a view in the words.
  const isNewlyNone = decision.overall.source === "none" && before.source !== "none";
  const people = listPeople(prepared.responses, decision.leanings, circle.is_anonymous);
  return {
    ...stored,
    sentiment: decision.sentiment,
    sentiment_explanation: explainSentiment(decision.overall, people),
    content: { ...stored.content, overall: decision.overall, people },
    marks_changed: isReadOtherwise || isNewlyNone ? "read_otherwise" : "counted_again",
  };
}

/** Undefined if what an engine has read in people's words is still valid. */
function decideAgain(
  { content }: StoredInsights,
  prepared: PreparedReading,
): OverallDecision | undefined {
  const counted = countOverallView(prepared);
  if (counted !== undefined) return counted;
  const { overall } = content;
  const isRead = overall !== null && overall.source !== "none" && !isCountedView(overall);
  return isRead ? undefined : withoutOverallView(prepared);
}
