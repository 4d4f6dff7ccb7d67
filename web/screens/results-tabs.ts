import { resultsPath } from "#contract/paths.ts";
import { questionSectionId } from "#web/features/feedback/reading/question-section.tsx";

export const tabParameter = "tab";

/** The tabs of the results, as the address names them. */
export const resultsTabs = ["feedback", "encouragement", "insights"] as const;

/** The owner's results page of a circle, opened at its insights. */
export function insightsPath(circleId: string): string {
  return `${resultsPath(circleId)}&${tabParameter}=${"insights" satisfies (typeof resultsTabs)[number]}`;
}

/** The owner's results page of a circle, opened at all answers, or at those of one question. */
export function answersPath(circleId: string, questionId?: number): string {
  const path = `${resultsPath(circleId)}&${tabParameter}=feedback&by=question`;
  return questionId === undefined ? path : `${path}#${questionSectionId(questionId)}`;
}
