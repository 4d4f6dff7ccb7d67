import type { Metrics } from "#server/telemetry/metrics.ts";
import { inSpan } from "#server/telemetry/tracing.ts";
import { EngineError, type InsightsEngine } from "../engine.ts";

/** Wraps an engine so that each reading is counted, with its duration and outcome. */
export function observeEngine(
  engine: InsightsEngine | undefined,
  metrics: Metrics,
): InsightsEngine | undefined {
  if (engine === undefined) return undefined;
  return {
    ...engine,
    async generate(reading, onStage) {
      const began = performance.now();
      const count = (outcome: string) =>
        metrics.countGeneration(engine.name, outcome, (performance.now() - began) / 1000);
      try {
        const draft = await inSpan("insights", { "insights.engine": engine.name }, () =>
          engine.generate(reading, onStage),
        );
        count("done");
        return draft;
      } catch (error) {
        // The circle was locked or deleted in between, which is not a failure of the engine.
        count(error instanceof EngineError ? error.failure : "interrupted");
        throw error;
      }
    },
  };
}
