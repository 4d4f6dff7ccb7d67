import { type InsightsContent, type Sentiment, sentiments } from "#contract/insights/insights.ts";

/**
 * How each person leans, in the order of the responses. For an anonymous circle, in the order of `sentiments` and
 * without the response, so that a position reveals nothing.
 * @param responses the response of each person, by their ref
 */
export function listPeople(
  responses: ReadonlyMap<string, string>,
  leanings: ReadonlyMap<string, Sentiment>,
  isAnonymous: boolean,
): InsightsContent["people"] {
  const people = [...responses].map(([person, responseId]) => ({
    response_id: isAnonymous ? null : responseId,
    sentiment: leanings.get(person) ?? "other",
  }));
  return isAnonymous
    ? people.toSorted((a, b) => sentiments.indexOf(a.sentiment) - sentiments.indexOf(b.sentiment))
    : people;
}
