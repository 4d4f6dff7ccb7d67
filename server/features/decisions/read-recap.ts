import type { Recap } from "#contract/decisions.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { Point } from "#contract/insights/insights.ts";
import { describeAsFact } from "#contract/insights/overall-text.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import { findReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { findInsights } from "#server/features/insights/read-insights.ts";
import { summarizeCounted } from "#server/question-types/question-types.ts";

/**
 * Empty while there is something to unlock. Source: docs/product.md, Decisions; Paywall. @param results as the reader
 * may see them: for an app, only what it may read is counted
 */
export async function readRecap(
  deps: ReadingDeps & { engine: InsightsEngine | undefined },
  circle: OwnedCircle,
  results: Results,
): Promise<Recap> {
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
            overall: describeAsFact({
              sentiment: insights.sentiment,
              overall: insights.content.overall,
            }),
            top_strength: shortenPoint(insights.content.top_strength),
            top_risk: shortenPoint(insights.content.top_risk),
          },
  };
}

const shortenPoint = (point: Point | null) =>
  point && { text: point.text, people_count: point.people_count };
