import { randomUUID } from "node:crypto";
import { DomainError, type ErrorCode } from "#contract/errors.ts";
import type { GenerationStage, Insights } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { HeavyTask, HeavyWork } from "#server/system/heavy-work.ts";
import type { Logger } from "#server/system/log.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";
import { inSpan } from "#server/telemetry/tracing.ts";
import { EngineError, type EngineFailure, type InsightsEngine } from "./engine.ts";
import { insightsTask, type ReadingInput, readingTask } from "./heavy-tasks.ts";
import { countUsable } from "./prepare-reading.ts";
import {
  countGenerationsSince,
  failStuckGenerations,
  findNames,
  finishGeneration,
  insertGeneration,
  listReadableResponses,
  replaceInsights,
  setStage,
} from "./queries.ts";
import { findInsights, stuckAfterMs, toInsights } from "./read-insights.ts";
import { listRoles } from "./recount.ts";

export interface GenerationDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  heavyWork: HeavyWork;
  engine: InsightsEngine | undefined;
  config: { rateLimits: boolean };
}

/**
 * Generates a circle's insights from what may be read of it. They replace the previous ones, which stay if it fails.
 * The engine is called outside any transaction. One generation may run at a time, and ten may succeed within 24 hours.
 * @param readAgain loads the circle again: if it locks while the engine works, nothing more may leave the server
 * @throws DomainError what `readAgain` throws, insights_off, insights_too_few, insights_running, insights_exhausted,
 * insights_failed, those of `HeavyWork.run`, and what went wrong with a model: insights_model_unavailable, insights_model_slow,
 * insights_too_long, insights_model_unusable
 */
export async function generateInsights(
  deps: GenerationDeps,
  circle: ReadableCircle,
  readAgain: () => Promise<ReadableCircle>,
): Promise<Insights> {
  const { db, clock, log, engine, config } = deps;
  if (engine === undefined) throw new DomainError("insights_off");
  let responses = await listReadableResponses(db, circle, engine.processor);
  const usableCount = countUsable(circle, responses);
  if (usableCount < limits.insightsResponsesMin) throw new DomainError("insights_too_few");

  const requestedAt = clock.now();
  const id = randomUUID();
  await inTransaction(db, (tx) =>
    recordRequest(
      tx,
      { id, circle_id: circle.id, user_id: circle.user_id, requested_at: requestedAt },
      {
        isLimited: config.rateLimits,
        stuckBefore: new Date(requestedAt.getTime() - stuckAfterMs(engine)),
      },
    ),
  );
  const began = performance.now();
  let tookMs: number;
  try {
    // A change of an answer ends what has been recorded by now, so answers are read after that.
    responses = await listReadableResponses(db, circle, engine.processor);
    const names = await findNames(db, circle);
    const { title, description, what_they_ask, is_anonymous } = circle;
    const input = { circle: { title, description, what_they_ask, is_anonymous }, responses, names };
    const made = await makeInsights(deps, engine, input, {
      owner: circle.user_id,
      async onStage(stage, place) {
        if (place === undefined) await readAgain();
        await setStage(db, id, stage, place || null);
      },
    });
    if (made.unusable !== undefined) throw new EngineError(made.unusable);
    tookMs = Math.round(performance.now() - began);
    const read = responses.filter(({ use_in_insights }) => use_in_insights);
    const { insights } = made;
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      // It may have been given up in between.
      if (!(await finishGeneration(tx, id, "done", now))) throw new DomainError("insights_failed");
      await replaceInsights(tx, circle, {
        ...insights,
        response_ids: read.map((response) => response.id),
        roles: listRoles(read),
        engine_kind: engine.kind,
        engine_name: engine.name,
        prompt_version: engine.prompt_version,
        took_ms: tookMs,
        updated_at: now,
      });
    });
  } catch (error) {
    const failure = error instanceof EngineError ? error.failure : undefined;
    await finishGeneration(db, id, "failed", clock.now());
    if (error instanceof DomainError || error instanceof AuthError) throw error;
    // Any other error may contain text from the prompt, so only its name is logged.
    const reason = error instanceof EngineError ? error.message : (error as Error).name;
    log.warn({ circle_id: circle.id, engine: engine.name, reason }, "insights failed");
    const code = engine.kind === "model" && failure !== undefined ? codes[failure] : undefined;
    throw new DomainError(code ?? "insights_failed", { cause: error });
  }

  const made = { circle_id: circle.id, engine: engine.name, people: usableCount, took_ms: tookMs };
  log.info(made, "insights generated");
  const stored = await findInsights(db, await readAgain(), responses);
  if (stored === undefined) throw new DomainError("circle_not_found");
  return toInsights(stored, responses);
}

const codes: Record<EngineFailure, ErrorCode> = {
  unavailable: "insights_model_unavailable",
  slow: "insights_model_slow",
  too_long: "insights_too_long",
  unusable: "insights_model_unusable",
};

async function recordRequest(
  tx: Tx,
  request: Parameters<typeof insertGeneration>[1],
  { isLimited, stuckBefore }: { isLimited: boolean; stuckBefore: Date },
): Promise<void> {
  const now = request.requested_at;
  await failStuckGenerations(tx, request.circle_id, { now, stuckBefore });
  const count = await countGenerationsSince(tx, request.circle_id, new Date(now.getTime() - dayMs));
  if (isLimited && count >= limits.insightsADay) throw new DomainError("insights_exhausted");
  if (!(await insertGeneration(tx, request))) throw new DomainError("insights_running");
}

/**
 * Makes insights in the thread for heavy work. If an outside model drafts them, the thread prepares what the model reads
 * and checks what it wrote.
 */
async function makeInsights(
  { heavyWork, metrics }: Pick<GenerationDeps, "heavyWork" | "metrics">,
  engine: InsightsEngine,
  input: ReadingInput,
  {
    owner,
    onStage,
  }: { owner: string; onStage: (stage: GenerationStage, place?: number) => Promise<void> },
) {
  const { name, generate } = engine;
  const inThread = async <Input, Output>(
    task: HeavyTask<Input, Output>,
    given: Input,
    stage: GenerationStage,
  ): Promise<Output> => {
    let shown = Promise.resolve();
    const show = (place: number) => {
      // It is shown only while somebody waits, so the work does not fail if showing it does.
      shown = shown
        .then(() => (place === 0 ? onStage(stage, 0) : onStage("waiting", place)))
        .catch(() => {});
    };
    const made = await heavyWork.run(task, given, { owner, onPlace: show });
    await shown;
    return made;
  };
  if (generate === undefined) {
    const made = await observeGeneration(metrics, name, () =>
      inThread(insightsTask, { ...input, draft: undefined }, "reading"),
    );
    await onStage("checking");
    return made;
  }
  const reading = await inThread(readingTask, input, "reading");
  const draft = await observeGeneration(metrics, name, () => generate(reading, onStage));
  await onStage("checking");
  return inThread(insightsTask, { ...input, draft }, "checking");
}

/** Counts what an engine generates, with its duration and outcome. */
export async function observeGeneration<Made>(
  metrics: Metrics,
  engineName: string,
  generate: () => Promise<Made>,
): Promise<Made> {
  const began = performance.now();
  let outcome = "done";
  try {
    return await inSpan("insights", { "insights.engine": engineName }, generate);
  } catch (error) {
    // The circle was locked or deleted in between, which is not a failure of the engine.
    outcome = error instanceof EngineError ? error.failure : "interrupted";
    throw error;
  } finally {
    metrics.countGeneration(engineName, outcome, (performance.now() - began) / 1000);
  }
}
