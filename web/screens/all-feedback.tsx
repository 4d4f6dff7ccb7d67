import type { CircleDetails } from "#contract/circles/circles.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { limits } from "#contract/limits.ts";
import { AllAnswers } from "#web/features/feedback/reading/all-answers.tsx";
import { readingOrders } from "#web/features/feedback/reading/group-answers.ts";
import type { Themes } from "#web/features/feedback/reading/theme-section.tsx";
import { ThenAndNowSection } from "#web/features/feedback/then-and-now-section.tsx";
import { useInsights } from "#web/features/insights/hooks.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { useUrlChoice } from "./use-url-choice.ts";

export function AllFeedback({
  circle,
  results,
  plottedIds,
  onShowInsights,
}: {
  circle: CircleDetails;
  results: Results;
  /** The questions that are plotted as they were answered then and now; undefined until that is known. */
  plottedIds: readonly number[] | undefined;
  onShowInsights: () => void;
}) {
  const [by, readBy] = useUrlChoice("by", readingOrders);
  const themes = useThemes(circle.id);
  return (
    <AllAnswers
      results={results}
      questions={circle.questions}
      themes={themes}
      by={by}
      onByChange={readBy}
      toInsights={<Button onClick={onShowInsights}>Go to Insights</Button>}
      plottedIds={plottedIds}
    >
      {circle.copied_from !== null && <ThenAndNowSection circleId={circle.id} />}
    </AllAnswers>
  );
}

function useThemes(circleId: string): Themes {
  const { data, isError } = useInsights(circleId, false);
  if (data === undefined) return { state: isError ? "failed" : "loading" };
  const { insights, use, usable_count } = data;
  if (insights !== null) {
    const { themes, new_responses_count } = insights;
    return { state: "ready", themes, newResponsesCount: new_responses_count };
  }
  if (use === "off") return { state: "off" };
  return { state: usable_count < limits.insightsResponsesMin ? "too_few" : "none" };
}
