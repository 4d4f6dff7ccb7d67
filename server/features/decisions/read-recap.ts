import type { Question } from "#contract/circles/questions.ts";
import type { Recap } from "#contract/decisions.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { Insights, Point } from "#contract/insights/insights.ts";
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
  return composeRecap(
    circle.questions,
    results,
    insights === undefined
      ? deps.engine === undefined
        ? "off"
        : "none"
      : { ...insights.content, sentiment: insights.sentiment },
  );
}

/** The recap of results that are not locked. */
export function composeRecap(
  questions: readonly Question[],
  { visibility, responses }: Results,
  insights: Pick<Insights, "sentiment" | "overall" | "top_strength" | "top_risk"> | "none" | "off",
): Recap {
  return {
    state: "readable",
    visibility,
    ...summarizeCounted(
      questions,
      responses.flatMap(({ answers }) => answers),
    ),
    insights:
      typeof insights === "string"
        ? { state: insights }
        : {
            state: "ready",
            overall: describeAsFact(insights),
            top_strength: shortenPoint(insights.top_strength),
            top_risk: shortenPoint(insights.top_risk),
          },
  };
}

const shortenPoint = (point: Point | null) =>
  point && { text: point.text, people_count: point.people_count };
