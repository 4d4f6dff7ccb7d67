import type { LanguageModel, LanguageModelUsage, ModelMessage } from "ai";
import type { InsightsSettings } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import { draftSchema, type InsightsDraft, type InsightsEngine } from "./engine.ts";
import { describeReading, instructions, prompt_version } from "./prompt.ts";

type ModelSettings = Extract<InsightsSettings, { kind: "model" }>;

/** A model that somebody else runs. Its packages are loaded when it is first asked. */
export function createModelEngine(
  settings: ModelSettings,
  log: Logger,
  { timeout_ms = 120_000 }: { timeout_ms?: number } = {},
): InsightsEngine {
  return {
    kind: "model",
    name: settings.model,
    prompt_version,
    async generate(reading, onStage) {
      const model = await openModel(settings);
      const ask = (messages: ModelMessage[]) =>
        askModel(model, messages, { log, timeout_ms, settings });
      const question: ModelMessage = { role: "user", content: describeReading(reading) };
      await onStage("comparing");
      const first = await ask([question]);
      if ("draft" in first) return first.draft;
      const second = await ask([
        question,
        { role: "assistant", content: first.text || "(nothing)" },
        {
          role: "user",
          content: `That does not have the form that was asked for: ${first.fault}\nAnswer again, in that form and nothing else.`,
        },
      ]);
      if ("draft" in second) return second.draft;
      throw new Error("The model's answer does not have the form that was asked for.");
    },
  };
}

/**
 * One call. What came back in a wrong form is told, so that it can be asked for again; anything else that goes wrong is
 * thrown. Counts are logged, content never.
 */
async function askModel(
  model: LanguageModel,
  messages: ModelMessage[],
  { log, timeout_ms, settings }: { log: Logger; timeout_ms: number; settings: ModelSettings },
): Promise<{ draft: InsightsDraft } | { text: string; fault: string }> {
  const { generateText, NoObjectGeneratedError, Output } = await import("ai");
  try {
    const { output, usage, finishReason } = await generateText({
      model,
      instructions,
      messages,
      output: Output.object({ schema: draftSchema, name: "insights" }),
      maxRetries: 1,
      abortSignal: AbortSignal.timeout(timeout_ms),
    });
    log.info({ ...countsOf(usage, settings), finish: finishReason }, "model asked");
    return { draft: output };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    log.info(
      { ...countsOf(error.usage, settings), finish: error.finishReason },
      "model asked, its answer has a wrong form",
    );
    return { text: error.text ?? "", fault: describeFault(error.cause) };
  }
}

/** What an answer took: tokens, and dollars where a price is known. */
function countsOf(usage: Partial<LanguageModelUsage> | undefined, { model, price }: ModelSettings) {
  const { inputTokens: input_tokens = 0, outputTokens: output_tokens = 0 } = usage ?? {};
  return {
    model,
    prompt_version,
    input_tokens,
    output_tokens,
    ...(price && {
      cost_usd: Number(
        ((input_tokens * price.read + output_tokens * price.written) / 1_000_000).toFixed(6),
      ),
    }),
  };
}

/** What was wrong, without what was written: the answer itself stands above it in the conversation. */
function describeFault(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  const message = inner instanceof Error ? inner.message : "it is not the JSON asked for";
  return message.slice(0, 1000);
}

async function openModel({
  provider,
  model,
  api_key,
  base_url,
}: ModelSettings): Promise<LanguageModel> {
  const options = {
    ...(api_key !== undefined && { apiKey: api_key }),
    ...(base_url !== undefined && { baseURL: base_url }),
  };
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(options)(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(options)(model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle(options)(model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: base_url ?? "",
        supportsStructuredOutputs: true,
        ...(api_key !== undefined && { apiKey: api_key }),
      })(model);
    }
  }
}
