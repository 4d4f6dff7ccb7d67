import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import type { Insights } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import { type VerifiedInsights, verifyDraft } from "./checks/verify-draft.ts";
import { withoutAuthorHints } from "./checks/without-author-hints.ts";
import { EngineError, type InsightsEngine } from "./engine.ts";
import { findInsights } from "./find-insights.ts";
import { type PreparedReading, prepareReading } from "./prepare-reading.ts";
import {
  countGenerationsSince,
  failStuckGenerations,
  findNames,
  finishGeneration,
  insertGeneration,
  listReadableResponses,
  type NewInsights,
  replaceInsights,
  setStage,
} from "./queries.ts";
import { toInsights } from "./to-insights.ts";

/** Longer than any engine may take: a generation running longer than this has died. */
const stuckAfterMs = 6 * minuteMs;

export interface GenerationDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  engine: InsightsEngine | undefined;
  config: { rateLimits: boolean };
}

/**
 * Generates a circle's insights from what may be read of it, and replaces the previous ones; a failure leaves those.
 * The request is recorded and committed before the engine is called, which happens outside any transaction. One at a
 * time, ten successful ones within 24 hours. Source: docs/product.md, Insights.
 * @param readAgain loads the circle anew: it may lock while the engine takes its time, and then nothing more leaves
 * @throws DomainError what `readAgain` throws, insights_off, insights_too_few, insights_running, insights_exhausted,
 * insights_failed
 */
export async function generateInsights(
  { db, clock, log, engine, config }: GenerationDeps,
  circle: ReadableCircle,
  readAgain: () => Promise<ReadableCircle>,
): Promise<Insights> {
  if (engine === undefined) throw new DomainError("insights_off");
  const responses = await listReadableResponses(db, circle, engine.processor);
  const prepared = prepareReading(circle, responses, await findNames(db, circle));
  if (prepared.reading.people.length < limits.insightsResponsesMin) {
    throw new DomainError("insights_too_few");
  }

  const requestedAt = clock.now();
  const id = randomUUID();
  await inTransaction(db, (tx) =>
    recordRequest(tx, { id, circle_id: circle.id, requested_at: requestedAt }, config.rateLimits),
  );
  const began = performance.now();
  let tookMs: number;
  try {
    const { content, ...texts } = await askEngine(engine, prepared, async (stage) => {
      await readAgain();
      await setStage(db, id, stage);
    });
    tookMs = Math.round(performance.now() - began);
    const insights = {
      ...texts,
      key_themes: content.themes.map(({ text }) => text),
      highlighted_quotes: content.quotes.map(({ text }) => text),
      content,
      response_ids: responses.filter(({ use_in_insights }) => use_in_insights).map((row) => row.id),
      engine_kind: engine.kind,
      engine_name: engine.name,
      prompt_version: engine.prompt_version,
      took_ms: tookMs,
    };
    await store(
      db,
      id,
      clock,
      circle,
      circle.is_anonymous ? withoutAuthorHints(insights, circle, responses) : insights,
    );
  } catch (error) {
    await finishGeneration(db, id, "failed", clock.now());
    if (error instanceof DomainError) throw error;
    // Any other error may contain what was asked: only its kind is logged.
    log.warn(
      {
        circle_id: circle.id,
        engine: engine.name,
        reason: error instanceof EngineError ? error.message : errorName(error),
      },
      "insights failed",
    );
    throw new DomainError("insights_failed", { cause: error });
  }

  log.info(
    {
      circle_id: circle.id,
      engine: engine.name,
      people: prepared.reading.people.length,
      took_ms: tookMs,
    },
    "insights generated",
  );
  const stored = await findInsights(db, await readAgain(), responses);
  if (stored === undefined) throw new DomainError("circle_not_found");
  return toInsights(stored, responses);
}

/** @throws DomainError insights_failed when it was given up in between */
async function store(
  db: Db,
  id: string,
  clock: Clock,
  circle: ReadableCircle,
  insights: Omit<NewInsights, "updated_at">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const isCurrent = await finishGeneration(tx, id, "done", now);
    if (!isCurrent) throw new DomainError("insights_failed");
    await replaceInsights(tx, circle, { ...insights, updated_at: now });
  });
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : "unknown");

/** Whether a generation that claims to be under way cannot be any more. */
export function isStuck(requestedAt: Date, now: Date): boolean {
  return requestedAt.getTime() < now.getTime() - stuckAfterMs;
}

async function recordRequest(
  tx: Tx,
  request: { id: string; circle_id: string; requested_at: Date },
  isLimited: boolean,
): Promise<void> {
  const now = request.requested_at;
  await failStuckGenerations(tx, request.circle_id, {
    now,
    stuckBefore: new Date(now.getTime() - stuckAfterMs),
  });
  const count = await countGenerationsSince(tx, request.circle_id, new Date(now.getTime() - dayMs));
  if (isLimited && count >= limits.insightsADay) throw new DomainError("insights_exhausted");
  if (!(await insertGeneration(tx, request))) throw new DomainError("insights_running");
}

async function askEngine(
  engine: InsightsEngine,
  prepared: PreparedReading,
  onStage: Parameters<InsightsEngine["generate"]>[1],
): Promise<VerifiedInsights> {
  const draft = await engine.generate(prepared.reading, onStage);
  await onStage("checking");
  return verifyDraft(prepared, draft, engine.kind);
}
