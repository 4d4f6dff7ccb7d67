import { expect, test } from "vitest";
import { systemClock } from "#server/system/clock.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { EngineError } from "./engine.ts";
import { observeGeneration } from "./generate-insights.ts";

test("generations are counted by engine and by how they ended", async () => {
  const metrics = createMetrics(systemClock);
  const recorders = await metrics.start();
  const draft = {};
  for (const [error, outcome] of [
    [undefined, "done"],
    [new EngineError("too slow", undefined, "slow"), "slow"],
    [new Error("the circle was locked"), "interrupted"],
  ] as const) {
    const generated = observeGeneration(metrics, "a model", async () => {
      if (error) throw error;
      return draft;
    });
    if (error) await expect(generated).rejects.toBe(error);
    else expect(await generated).toBe(draft);
    expect(await recorders.write()).toContain(
      `paraline_insights_duration_seconds_count{engine="a model",outcome="${outcome}"} 1`,
    );
  }
});
