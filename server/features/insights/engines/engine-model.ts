import type { LanguageModel, LanguageModelUsage, ModelMessage } from "ai";
import type { GenerationStage } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import type { InsightsSettings } from "#server/config/config.ts";
import { isLoopback } from "#server/config/loopback.ts";
import type { Logger } from "#server/system/log.ts";
import { draftSchema, EngineError, type InsightsDraft, type InsightsEngine } from "../engine.ts";
import { describeReading, instructions, promptVersion } from "./prompt.ts";

type ModelSettings = Extract<InsightsSettings, { kind: "model" }>;

/**
 * A model behind an API. Its packages are loaded on first use. `timeoutMs` limits a whole request, `idleMs`
 * the pause between parts of an answer that has begun.
 */
export function createModelEngine(
  settings: ModelSettings,
  log: Logger,
  { timeoutMs = 120_000, idleMs = 30_000 }: { timeoutMs?: number; idleMs?: number } = {},
): InsightsEngine {
  // Not every OpenAI-compatible server can stream; one that failed to is not asked to again.
  let mayStream = true;
  return {
    kind: "model",
    name: settings.model,
    use: { model: `${settings.model} ${describeLocation(settings)}` },
    processor: isOnThisServer(settings) ? thisServer : describeLocation(settings),
    prompt_version: promptVersion,
    async generate(reading, onStage) {
      const model = await openModel(settings);
      const ask = async (messages: ModelMessage[]): Promise<Outcome> => {
        const request = await requestOf(model, messages, AbortSignal.timeout(timeoutMs));
        const call = { request, settings, log };
        if (mayStream) {
          const streamed = await askStreaming(call, idleMs, onStage);
          if (!("brokeOff" in streamed)) return streamed;
          mayStream = streamed.brokeOff === "midway";
        }
        return askWhole(call);
      };
      const question: ModelMessage = { role: "user", content: describeReading(reading) };
      await onStage("comparing");
      const first = await ask([question]);
      if ("draft" in first) return first.draft;
      await onStage("comparing");
      const second = await ask([
        question,
        { role: "assistant", content: first.text || "(nothing)" },
        {
          role: "user",
          content: `That does not have the form that was asked for: ${first.formatError}\nAnswer again, in that form and nothing else.`,
        },
      ]);
      if ("draft" in second) return second.draft;
      throw new EngineError("a wrong form, twice");
    },
  };
}

interface Call {
  request: Awaited<ReturnType<typeof requestOf>>;
  settings: ModelSettings;
  log: Logger;
}

/** Reports an answer in the wrong form, so that it can be requested again. */
type Outcome = { draft: InsightsDraft } | { text: string; formatError: string };

async function requestOf(model: LanguageModel, messages: ModelMessage[], abortSignal: AbortSignal) {
  const { Output } = await import("ai");
  const output = Output.object({ schema: draftSchema, name: "insights" });
  return { model, instructions, messages, output, maxRetries: 1, abortSignal };
}

/**
 * Requests the answer and follows it as it streams. A broken or unsupported stream is reported: requesting the
 * whole may work.
 * @throws EngineError for whatever else goes wrong
 */
async function askStreaming(
  call: Call,
  idleMs: number,
  onStage: (stage: GenerationStage) => Promise<void>,
): Promise<Outcome | { brokeOff: "at_once" | "midway" }> {
  const { streamText } = await import("ai");
  let reported: unknown;
  let stage: GenerationStage | undefined;
  try {
    const result = streamText({
      ...call.request,
      timeout: { chunkMs: idleMs },
      onError({ error }) {
        reported = error;
      },
    });
    for await (const partial of result.partialOutputStream) {
      const reached = stageOf(partial);
      if (reached !== stage) await onStage(reached);
      stage = reached;
    }
    const draft = await result.output;
    logAnswer(call, await result.usage, await result.finishReason);
    return { draft };
  } catch (error) {
    const formatError = await findFormatError(call, error, reported);
    return formatError ?? { brokeOff: stage === undefined ? "at_once" : "midway" };
  }
}

/**
 * Asks for the answer in one piece.
 * @throws EngineError
 */
async function askWhole(call: Call): Promise<Outcome> {
  const { generateText } = await import("ai");
  try {
    const result = await generateText(call.request);
    logAnswer(call, result.usage, result.finishReason);
    if (result.finishReason === "content-filter") throw new EngineError("a refusal");
    return { draft: result.output };
  } catch (error) {
    const formatError = await findFormatError(call, error);
    if (formatError === undefined) throw new EngineError("nothing that can be read", error);
    return formatError;
  }
}

/** The fields of a draft in order: the one being written shows the model's stage. */
const stageBeginsWith: readonly (readonly [keyof InsightsDraft, GenerationStage])[] = [
  ["sentiment", "summarizing"],
  ["themes", "gathering"],
  ["quotes", "choosing"],
];

function stageOf(partial: object): GenerationStage {
  return stageBeginsWith.findLast(([field]) => field in partial)?.[1] ?? "comparing";
}

/** Statuses that say "not in this way" rather than "not now" or "not you". */
const unsupportedMode = [400, 404, 405, 415, 422, 501];

/**
 * What is wrong with the form of an answer; undefined when there is no whole answer, and asking in another way may help.
 * Counts are logged, content never.
 * @throws EngineError when it cannot be helped: a refusal, no answer in time, a server that says no
 */
async function findFormatError(
  call: Call,
  error: unknown,
  reported: unknown = error,
): Promise<{ text: string; formatError: string } | undefined> {
  if (error instanceof EngineError) throw error;
  const { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } = await import(
    "ai"
  );
  if (NoObjectGeneratedError.isInstance(error)) {
    logAnswer(call, error.usage, error.finishReason, "it has a wrong form");
    if (error.finishReason === "content-filter") throw new EngineError("a refusal", error);
    if (error.finishReason === "error") return undefined;
    return { text: error.text ?? "", formatError: describeError(error.cause) };
  }
  if (error instanceof Error && error.name === "TimeoutError") {
    throw new EngineError("no answer in time", error);
  }
  const last = RetryError.isInstance(reported) ? reported.lastError : reported;
  if (NoOutputGeneratedError.isInstance(last)) return undefined;
  if (!APICallError.isInstance(last)) throw error;
  if (last.statusCode === undefined) throw new EngineError("no connection", error);
  if (last.statusCode === 200 || unsupportedMode.includes(last.statusCode)) return undefined;
  throw new EngineError(`status ${last.statusCode}`, error);
}

function logAnswer(
  { settings, log }: Call,
  usage: LanguageModelUsage | undefined,
  finish: string | undefined,
  formatError?: string,
): void {
  const message = formatError === undefined ? "model asked" : `model asked, ${formatError}`;
  log.info({ ...countsOf(usage, settings), finish }, message);
}

/** What an answer took: tokens, and dollars where a price is known. */
function countsOf(usage: Partial<LanguageModelUsage> | undefined, { model, price }: ModelSettings) {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return {
    model,
    prompt_version: promptVersion,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(price && {
      cost_usd: Number(
        ((inputTokens * price.read + outputTokens * price.written) / 1_000_000).toFixed(6),
      ),
    }),
  };
}

/** What was wrong, without the content: the answer itself precedes this in the conversation. */
function describeError(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  const message = inner instanceof Error ? inner.message : "it is not the JSON asked for";
  return message.slice(0, 1000);
}

const providerCompanies = { openai: "OpenAI", anthropic: "Anthropic", google: "Google" };

function isOnThisServer({ provider, baseUrl }: ModelSettings): boolean {
  if (provider !== "openai-compatible") return false;
  return baseUrl === undefined || isLoopback(new URL(baseUrl).hostname);
}

/** Whose machines read the answers, appended to the model's name. */
function describeLocation(settings: ModelSettings): string {
  if (isOnThisServer(settings)) return "on this server";
  const { provider, baseUrl } = settings;
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  if (provider === "openai-compatible") return `at ${host}`;
  return host === undefined
    ? `by ${providerCompanies[provider]}`
    : `by ${providerCompanies[provider]}, through ${host}`;
}

async function openModel({
  provider,
  model,
  apiKey,
  baseUrl,
}: ModelSettings): Promise<LanguageModel> {
  const options = {
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
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
        baseURL: baseUrl ?? "",
        supportsStructuredOutputs: true,
        includeUsage: true,
        ...(apiKey !== undefined && { apiKey }),
      })(model);
    }
  }
}
