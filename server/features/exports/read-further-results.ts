import type { FurtherResults } from "#contract/exports.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { listFurtherQuestions } from "#server/features/circles/further-questions.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { readInsights } from "#server/features/insights/read-insights.ts";

/**
 * What may be read of the further questions to the people of a circle. Those that are still open, and have nothing to
 * read, are left out.
 * @throws DomainError circle_not_found, results_locked
 */
export async function readFurtherResults(
  deps: ReadingDeps & { engine: InsightsEngine | undefined },
  owner: OwnerId,
  circleId: string,
): Promise<FurtherResults[]> {
  const { items } = await listFurtherQuestions(deps, owner, circleId);
  const read: FurtherResults[] = [];
  for (const item of items) {
    const owned = await loadOwnedCircle(deps.db, owner, item.circle_id, "any");
    const circle = await loadReadableCircle(deps, owned);
    const { visibility, responses, kept } = await readResults(deps, circle);
    if (item.status === "open" && visibility !== "readable") continue;
    const { insights } = await readInsights(deps, circle);
    read.push({ ...item, visibility, responses, kept, insights });
  }
  return read;
}
