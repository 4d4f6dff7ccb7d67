import type { InsightsSettings } from "#server/config/insights-engine.ts";
import { type Check, failed, passed } from "#server/system/check.ts";
import { RefusedRequest, toEngineError } from "./model-errors.ts";
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
        const failure = await toEngineError(settings, error);
        // The server's own words say what it refuses.
        const shown = failure instanceof RefusedRequest ? error : failure;
        const reason = shown instanceof Error ? shown.message : String(shown);
        return failed(
          `${settings.model} cannot be used: ${reason.replace(/\s+/g, " ").slice(0, 300)}`,
        );
      }
    },
  };
}
