import { expect, test } from "vitest";
import { systemClock } from "#server/system/clock.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { EngineError, type InsightsDraft, type InsightsEngine, type Reading } from "../engine.ts";
import { observeEngine } from "./observe-engine.ts";

const reading: Reading = {
  title: "",
  description: "",
  what_they_ask: "",
  is_anonymous: false,
  people: [],
};

/** An engine that does what the test tells it to do. */
const engineThat = (generate: () => Promise<InsightsDraft>): InsightsEngine => ({
  kind: "model",
  name: "a model",
  use: { model: "a model" },
  processor: "here",
  prompt_version: null,
  longestMs: 1,
  generate,
});

test("readings are counted by engine and by how they ended", async () => {
  const metrics = createMetrics(systemClock);
  const recorders = await metrics.start();
  const draft = {} as InsightsDraft;
  for (const [error, outcome] of [
    [undefined, "done"],
    [new EngineError("too slow", undefined, "slow"), "slow"],
    [new Error("the circle was locked"), "interrupted"],
  ] as const) {
    const engine = observeEngine(
      engineThat(async () => {
        if (error) throw error;
        return draft;
      }),
      metrics,
    );
    const generated = engine?.generate(reading, async () => {});
    if (error) await expect(generated).rejects.toBe(error);
    else expect(await generated).toBe(draft);
    expect(await recorders.write()).toContain(
      `paraline_insights_duration_seconds_count{engine="a model",outcome="${outcome}"} 1`,
    );
  }
});
