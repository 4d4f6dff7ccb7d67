import type { InsightsState } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { InsightsEngine } from "./engine.ts";
import { findInsights } from "./find-insights.ts";
import { isStuck } from "./generate-insights.ts";
import { countUsable } from "./prepare-reading.ts";
import { findLastGeneration, listReadableResponses } from "./queries.ts";
import { toInsights } from "./to-insights.ts";

/** A circle's insights, whether more people have answered since, and any generation in progress. */
export async function readInsights(
  deps: { db: Db; clock: Clock; engine: InsightsEngine | undefined },
  circle: ReadableCircle,
): Promise<InsightsState> {
  const { db, clock, engine } = deps;
  const responses = await listReadableResponses(db, circle, engine?.processor ?? thisServer);
  const stored = await findInsights(db, circle, responses);
  const last = await findLastGeneration(db, circle);
  const isRunning = last?.state === "running" && !isStuck(last.requested_at, clock.now(), engine);
  const hasFailed =
    last !== undefined &&
    !isRunning &&
    last.state !== "done" &&
    (stored === undefined || last.requested_at > stored.updated_at);
  return {
    use: engine?.use ?? "off",
    usable_count: countUsable(circle, responses),
    insights: stored === undefined ? null : toInsights(stored, responses),
    generation: {
      state: isRunning ? "running" : hasFailed ? "failed" : "idle",
      stage: isRunning ? last.stage : null,
      place: isRunning ? last.place : null,
    },
  };
}
