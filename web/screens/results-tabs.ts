import { resultsPath } from "#contract/paths.ts";

export const tabParameter = "tab";

/** The tabs of the results, as the address names them. */
export const resultsTabs = ["feedback", "encouragement", "insights"] as const;

/** The owner's results page of a circle, opened at its insights. */
export function insightsPath(circleId: string): string {
  return `${resultsPath(circleId)}&${tabParameter}=${"insights" satisfies (typeof resultsTabs)[number]}`;
}
