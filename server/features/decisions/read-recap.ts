import { defaultRatingLabels } from "#contract/circles/questions.ts";
import type { Recap } from "#contract/decisions.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { Point } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import { findReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { findInsights } from "#server/features/insights/find-insights.ts";

type ReadableRecap = Extract<Recap, { state: "readable" }>;

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
    fit: fitOf(circle, results),
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

function fitOf(circle: OwnedCircle, { responses }: Results): ReadableRecap["fit"] {
  const rated = responses
    .flatMap(({ answers }) => answers)
    .flatMap(({ type, answer, rating_labels }) =>
      type === "rating" && typeof answer === "number" ? [{ answer, rating_labels }] : [],
    );
  if (rated.length === 0) {
    const isAsked = circle.questions.some(({ type }) => type === "rating");
    return { state: isAsked ? "none_yet" : "not_asked" };
  }
  const counts = Array.from(
    { length: limits.rating_max },
    (_, index) => rated.filter(({ answer }) => answer === index + limits.rating_min).length,
  );
  return {
    state: "rated",
    average: rated.reduce((sum, { answer }) => sum + answer, 0) / rated.length,
    ratings_count: rated.length,
    counts,
    ...endsOf(rated.map(({ rating_labels }) => rating_labels ?? defaultRatingLabels)),
  };
}

/** The labels at the ends of the scale: questions with different labels share only the product's defaults. */
function endsOf(labels: readonly { low: string; high: string }[]): { low: string; high: string } {
  const [first = defaultRatingLabels] = labels;
  const isCommon = labels.every(({ low, high }) => low === first.low && high === first.high);
  const { low, high } = isCommon ? first : defaultRatingLabels;
  return { low, high };
}

function qualityOf(point: Point | null): { text: string; people_count: number } | null {
  return point && { text: point.text, people_count: point.people_count };
}
