import type { FurtherResults } from "#contract/exports.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { listFurtherQuestions } from "#server/features/circles/further-questions.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { readInsights } from "#server/features/insights/read-insights.ts";

/** With what the owner has set aside, which only the account's download has. */
export type FurtherResultsOfOwner = FurtherResults & Pick<Results, "set_aside">;

/**
 * What may be read of the further questions to the people of a circle. Those that are still open, and have nothing to
 * read, are left out.
 * @throws DomainError circle_not_found, results_locked
 */
export async function readFurtherResults(
  deps: ReadingDeps & { engine: InsightsEngine | undefined },
  owner: OwnerId,
  circleId: string,
): Promise<FurtherResultsOfOwner[]> {
  const { items } = await listFurtherQuestions(deps, owner, circleId);
  const read: FurtherResultsOfOwner[] = [];
  for (const item of items) {
    const owned = await loadOwnedCircle(deps.db, owner, item.circle_id, "any");
    const circle = await loadReadableCircle(deps, owned);
    const { visibility, responses, set_aside, kept } = await readResults(deps, circle);
    if (item.status === "active" && visibility !== "readable") continue;
    const { insights } = await readInsights(deps, circle);
    read.push({ ...item, visibility, responses, set_aside, kept, insights });
  }
  return read;
}
