import type { Sentiment } from "#contract/insights/insights.ts";

const positiveFrom = 3.75;
const concernedUpTo = 2.5;

/** What a mean of ratings says, reversed where a low number is good. Source: docs/product.md, Insights. */
export function sentimentOfMean(mean: number): Sentiment {
  if (mean >= positiveFrom) return "positive";
  return mean <= concernedUpTo ? "concerned" : "mixed";
}
