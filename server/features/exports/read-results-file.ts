import { type ResultsFile, resultsFileSchema } from "#contract/exports.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { readCircle } from "#server/features/circles/read-circles.ts";
import { findDecision } from "#server/features/decisions/read-decision.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { readInsights } from "#server/features/insights/read-insights.ts";

/** With the same access checks as the screens. @throws DomainError results_locked */
export async function readResultsFile(
  deps: ReadingDeps & { engine: InsightsEngine | undefined },
  owner: OwnerId,
  owned: OwnedCircle,
): Promise<ResultsFile> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const circle = await loadReadableCircle(deps, owned);
  const { visibility, responses, encouragements, kept } = await readResults(deps, circle);
  const { insights } = await readInsights(deps, circle);
  const decision = await findDecision(deps, circle);
  return resultsFileSchema.parse({
    format: "paraline-results/1",
    exported_on: dayIn(circle.time_zone, now),
    circle: await readCircle(db, { owner, now, billing: config.billing }, circle.id),
    visibility,
    responses,
    encouragements,
    kept,
    insights,
    decision: decision.version === 0 ? null : decision,
  });
}
