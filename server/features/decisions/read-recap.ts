import type { Recap } from "#contract/decisions.ts";
import type { Point } from "#contract/insights/insights.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import { findReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { findInsights } from "#server/features/insights/find-insights.ts";
import { summarizeCounted } from "#server/question-types/question-types.ts";

/**
 * What people said, in three lines: the mean of all readable ratings, and the top strength and risk of the
 * insights. Empty while there is something to unlock. Source: docs/product.md, Decisions; Paywall.
 */
export async function readRecap(
  deps: ReadingDeps & { engine: InsightsEngine | undefined },
  circle: OwnedCircle,
): Promise<Recap> {
  const results = await readResults(deps, circle);
  if (results.is_locked) return { state: "locked" };
  const readable = await findReadableCircle(deps, circle);
  const insights = readable && (await findInsights(deps.db, readable));
  return {
    state: "readable",
    visibility: results.visibility,
    ...summarizeCounted(
      circle.questions,
      results.responses.flatMap(({ answers }) => answers),
    ),
    insights:
      insights === undefined
        ? { state: deps.engine === undefined ? "off" : "none" }
        : {
            state: "ready",
            top_strength: qualityOf(insights.content.top_strength),
            top_risk: qualityOf(insights.content.top_risk),
          },
  };
}

function qualityOf(point: Point | null): { text: string; people_count: number } | null {
  return point && { text: point.text, people_count: point.people_count };
}
