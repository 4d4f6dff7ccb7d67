import type { InsightsSettings } from "#server/config/insights-engine.ts";
import { type Check, failed, passed } from "#server/system/check.ts";
import { EngineError } from "../engine.ts";
import { classifyError } from "./model-errors.ts";
import { openModel } from "./open-model.ts";

/** The lowest limit that every provider accepts. */
const maxTokens = 16;
/** Enough for a server without a graphics card, which has to load the model first. */
const seconds = 60;

/**
 * Checks whether the model that makes insights responds with the configured key. It is asked to say one word: this
 * sends nothing that anybody wrote, and a list of models would not show whether this one may be used.
 */
export function modelCheck(settings: InsightsSettings): Check {
  return {
    name: "insights",
    seconds,
    run: async (signal) => {
      if (settings.kind === "off") return passed("off");
      if (settings.kind === "local") return passed("made on this machine, without a model");
      const { generateText } = await import("ai");
      try {
        await generateText({
          model: await openModel(settings, false),
          prompt: "Say yes.",
          maxOutputTokens: maxTokens,
          maxRetries: 0,
          abortSignal: signal,
        });
        return passed(`${settings.model} answers`);
      } catch (error) {
        return failed(
          `${settings.model} cannot be used: ${await describeFailure(settings, error)}`,
        );
      }
    },
  };
}

async function describeFailure(
  settings: Extract<InsightsSettings, { kind: "model" }>,
  error: unknown,
): Promise<string> {
  try {
    await classifyError(settings, error);
  } catch (classified) {
    if (classified instanceof EngineError) return classified.message;
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ").slice(0, 200);
}
