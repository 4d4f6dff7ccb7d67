import { thisServer } from "#contract/insights/processors.ts";
import { limits } from "#contract/limits.ts";
import type { InsightsEngine } from "../engine.ts";

/** This server's own engine, which works in the thread for heavy work. */
export const localEngine: InsightsEngine = {
  kind: "local",
  name: "Paraline's own engine",
  use: "local",
  processor: thisServer,
  prompt_version: null,
  longestMs: limits.heavyWorkSeconds * 1000,
};
