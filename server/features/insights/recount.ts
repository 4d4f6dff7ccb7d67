import { guessRole } from "#contract/circles/guess-role.ts";
import { findRole } from "#contract/circles/questions.ts";
import type { Insights } from "#contract/insights/insights.ts";
import { describeOverall } from "#contract/insights/overall-text.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";
import { composeSummary } from "./checks/verify-draft.ts";
import { countOverallView, withoutOverallView } from "./overall-view.ts";
import { prepareReading, type StoredResponse } from "./prepare-reading.ts";
import type { StoredInsights } from "./queries.ts";

export type CountedInsights = StoredInsights & Pick<Insights, "roles_changed">;

/**
 * Stored insights with the overall view counted now: the owner may have marked a question differently since, or set a
 * response aside. What a model has read in people's words stays as it was.
 */
export function recount(
  stored: StoredInsights,
  circle: Pick<ReadableCircle, "title" | "description" | "what_they_ask">,
  responses: readonly StoredResponse[],
): CountedInsights {
  const read = new Set(stored.response_ids);
  const given = responses
    .filter(({ id }) => read.has(id))
    .map((response) => ({ ...response, use_in_insights: true }));
  const insights = {
    ...stored,
    roles_changed: listRoles(given).some((role) => !stored.roles.includes(role)),
  };
  // What is counted shows no names, so none have to be removed.
  const prepared = prepareReading({ ...circle, is_anonymous: false }, given);
  const counted = countOverallView(prepared);
  if (counted === undefined && stored.content.overall.source === "model") return insights;
  const { sentiment, overall } = counted ?? withoutOverallView(prepared);
  const content = { ...stored.content, overall };
  return {
    ...insights,
    sentiment,
    sentiment_explanation: describeOverall(overall),
    ...(stored.engine_kind === "local" && { summary_paragraph: composeSummary(content) }),
    content,
  };
}

/** The ids of the questions that these responses answer in writing, each with its role. */
export function listRoles(responses: readonly Pick<StoredResponse, "questions">[]): string[] {
  const written = responses
    .flatMap(({ questions }) => questions)
    .filter(({ type }) => serverQuestionTypes[type].readChosen === undefined);
  return [
    ...new Set(
      written.map(
        (question) => `${question.id} ${findRole(question) ?? guessRole(question.label)}`,
      ),
    ),
  ];
}
