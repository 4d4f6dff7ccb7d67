import type { Metrics } from "#server/telemetry/metrics.ts";
import { inSpan } from "#server/telemetry/tracing.ts";
import { EngineError } from "../engine.ts";

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
