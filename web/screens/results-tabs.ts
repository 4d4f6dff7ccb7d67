import { resultsPath } from "#contract/paths.ts";
import { questionSectionId } from "#web/features/feedback/reading/question-section.tsx";

export const tabParameter = "tab";

export const resultsTabs = ["feedback", "encouragement", "insights"] as const;

export function insightsPath(circleId: string): string {
  return `${resultsPath(circleId)}&${tabParameter}=${"insights" satisfies (typeof resultsTabs)[number]}`;
}

/** @param results the address of the results screen, with a query */
export function answersPath(results: string, questionId?: number): string {
  const path = `${results}&${tabParameter}=feedback&by=question`;
  return questionId === undefined ? path : `${path}#${questionSectionId(questionId)}`;
}
