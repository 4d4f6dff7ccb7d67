import type { Sentiment } from "#contract/insights/insights.ts";

const positiveFrom = 3.75;
const concernedUpTo = 2.5;

/** The sentiment of a mean of ratings, in which a high number is good. Source: docs/product.md, Insights. */
export function sentimentOfMean(mean: number): Sentiment {
  if (mean >= positiveFrom) return "positive";
  return mean <= concernedUpTo ? "concerned" : "mixed";
}
