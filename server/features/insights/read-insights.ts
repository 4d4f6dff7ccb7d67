import type { Insights, InsightsState } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { minuteMs } from "#contract/values/durations.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { longestHeavyWorkMs } from "#server/system/heavy-work.ts";
import type { InsightsEngine } from "./engine.ts";
import { countUsable, type StoredResponse } from "./prepare-reading.ts";
import {
  findLastGeneration,
  findStoredInsights,
  listReadableResponses,
  listResponses,
} from "./queries.ts";
import { type CountedInsights, recount } from "./recount.ts";

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

/** A circle's insights as its owner may read them. Everything that shows insights reads them here. */
export async function findInsights(
  db: Db,
  circle: ReadableCircle,
  responses?: readonly StoredResponse[],
): Promise<CountedInsights | undefined> {
  const stored = await findStoredInsights(db, circle);
  return stored && recount(stored, circle, responses ?? (await listResponses(db, circle)));
}

/** Stored insights in the form in which they are shown; `responses` are those that may be read now. */
export function toInsights(row: CountedInsights, responses: readonly StoredResponse[]): Insights {
  const read = new Set(row.response_ids);
  return {
    ...row.content,
    circle_id: row.circle_id,
    sentiment: row.sentiment,
    sentiment_explanation: row.sentiment_explanation,
    summary_paragraph: row.summary_paragraph,
    key_themes: row.content.themes.map(({ text }) => text),
    highlighted_quotes: row.content.quotes.map(({ text }) => text),
    next_step_suggestion: row.next_step_suggestion,
    engine: { kind: row.engine_kind, name: row.engine_name },
    new_responses_count: responses.filter(
      ({ id, use_in_insights }) => use_in_insights && !read.has(id),
    ).length,
    set_aside_count: row.response_ids.length - responses.filter(({ id }) => read.has(id)).length,
    roles_changed: row.roles_changed,
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * Longer than the engine may take, and the heavy work before and after it: if a generation runs for longer than this,
 * its process has died.
 */
export const stuckAfterMs = (engine: InsightsEngine | undefined) =>
  (engine?.longestMs ?? 0) + 2 * longestHeavyWorkMs + 2 * minuteMs;

/** Whether a generation that is recorded as running has run for so long that its process must have died. */
function isStuck(requestedAt: Date, now: Date, engine: InsightsEngine | undefined): boolean {
  return requestedAt.getTime() < now.getTime() - stuckAfterMs(engine);
}
