import type { OverallView, Sentiment } from "#contract/insights/insights.ts";
import { describeOverall, isCountedView } from "#contract/insights/overall-text.ts";
import { describeLeaning } from "./describe-leaning.ts";

/**
 * Explains the sentiment: where it was taken from and, if it was not counted from their ratings, how the people lean.
 * @param overall null for insights stored before it was recorded
 * @param said a model's own checked sentences
 */
export function explainSentiment(
  overall: OverallView | null,
  people: readonly { sentiment: Sentiment }[],
  said = "",
): string {
  const leaning = describeLeaning(people.map(({ sentiment }) => sentiment));
  if (overall === null) return leaning;
  const source = describeOverall(overall);
  return (isCountedView(overall) || overall.source === "none" ? [source] : [said, source, leaning])
    .filter((part) => part !== "")
    .join(" ");
}
