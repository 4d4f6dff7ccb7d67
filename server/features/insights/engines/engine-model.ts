import type { LanguageModelUsage, ModelMessage } from "ai";
import type { GenerationStage } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { isLoopback } from "#server/config/loopback.ts";
import type { Logger } from "#server/system/log.ts";
import { type DraftingEngine, draftSchema, EngineError, type InsightsDraft } from "../engine.ts";
import {
  assertComplete,
  classifyError,
  type MalformedOutput,
  raiseContext,
  type UnsupportedMode,
} from "./model-errors.ts";
import { type ModelSettings, openModel } from "./open-model.ts";
import { answerForm, describeReading, instructions, promptVersion } from "./prompt.ts";

interface Patience {
  /** How long a whole request may take. */
  timeoutMs?: number;
  /** The longest pause between parts of an output that has begun. */
  idleMs?: number;
}

/** What an output used: tokens, and US dollars if the price is known. */
interface Usage {
  read: number;
  written: number;
  dollars?: number;
}

/**
 * An engine that uses a model behind an API. Its packages are loaded on first use.
 * @param onUsage receives the tokens that each output used, if the server reports them
 */
export function createModelEngine(
  settings: ModelSettings,
  log: Logger,
  {
    timeoutMs = settings.timeoutMs,
    idleMs = 30_000,
    onUsage,
  }: Patience & { onUsage?: (used: Usage) => void } = {},
): DraftingEngine {
  // Not every OpenAI-compatible server can stream or keep to a schema. A server that failed at one of these is not
  // asked for it again.
  const asks = { forStream: true, forSchema: true };
  return {
    kind: "model",
    name: settings.model,
    use: { model: `${settings.model} ${describeLocation(settings)}` },
    processor: isOnThisServer(settings) ? thisServer : describeLocation(settings),
    prompt_version: promptVersion,
    // An output of the wrong form is corrected once.
    longestMs: 2 * timeoutMs,
    async generate(reading, onStage) {
      const ask = async (
        messages: ModelMessage[],
      ): Promise<{ draft: InsightsDraft } | MalformedOutput> => {
        const abortSignal = AbortSignal.timeout(timeoutMs);
        let mayStream = asks.forStream;
        for (;;) {
          const request = await requestOf(settings, asks.forSchema, messages, abortSignal);
          const call = { request, settings, log, onUsage };
          const outcome = mayStream
            ? await askStreaming(call, idleMs, onStage)
            : await askWhole(call);
          if (!("cannot" in outcome)) return outcome;
          if (outcome.cannot === "use_schema" && asks.forSchema) {
            asks.forSchema = false;
          } else if (mayStream) {
            mayStream = false;
            // A stream that broke off once may work the next time.
            asks.forStream = outcome.cannot === "finish_stream";
          } else if (asks.forSchema) {
            asks.forSchema = false;
          } else {
            throw new EngineError("nothing that can be read", undefined, "unavailable");
          }
        }
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
      throw new EngineError("a wrong form, twice: this model may be too small for the task");
    },
  };
}

interface Call {
  request: Awaited<ReturnType<typeof requestOf>>;
  settings: ModelSettings;
  log: Logger;
  onUsage: ((used: Usage) => void) | undefined;
}

async function requestOf(
  settings: ModelSettings,
  withSchema: boolean,
  messages: ModelMessage[],
  abortSignal: AbortSignal,
) {
  const { Output } = await import("ai");
  return {
    model: await openModel(settings, withSchema),
    // Servers of other makes may ignore the schema without reporting it.
    instructions:
      settings.provider === "openai-compatible" ? `${instructions}\n\n${answerForm}` : instructions,
    messages,
    output: Output.object({ schema: draftSchema, name: "insights" }),
    maxRetries: 1,
    abortSignal,
  };
}

/**
 * Requests the output and follows it as it streams. If the stream breaks off or is not supported, this is returned,
 * because requesting the output in one piece may work.
 * @throws EngineError for any other failure
 */
async function askStreaming(
  call: Call,
  idleMs: number,
  onStage: (stage: GenerationStage) => Promise<void>,
): Promise<{ draft: InsightsDraft } | MalformedOutput | UnsupportedMode> {
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
    noteAnswer(call, await result.usage, await result.finishReason);
    return { draft };
  } catch (error) {
    const judged = await reportFailure(call, error, reported);
    if (!("cannot" in judged) || judged.cannot === "use_schema") return judged;
    return { cannot: stage === undefined ? "answer_so" : "finish_stream" };
  }
}

/**
 * Requests the output in one piece.
 * @throws EngineError
 */
async function askWhole(
  call: Call,
): Promise<{ draft: InsightsDraft } | MalformedOutput | UnsupportedMode> {
  const { generateText } = await import("ai");
  try {
    const result = await generateText(call.request);
    noteAnswer(call, result.usage, result.finishReason);
    assertComplete(result.finishReason);
    return { draft: result.output };
  } catch (error) {
    return reportFailure(call, error);
  }
}

async function reportFailure(call: Call, error: unknown, reported?: unknown) {
  const { NoObjectGeneratedError } = await import("ai");
  if (NoObjectGeneratedError.isInstance(error)) {
    noteAnswer(call, error.usage, error.finishReason, "it has a wrong form");
  }
  return classifyError(call.settings, error, reported);
}

/** Fields of a draft in their order, with the stage that begins when the model writes them. */
const stageBeginsWith: readonly (readonly [keyof InsightsDraft, GenerationStage])[] = [
  ["sentiment", "summarizing"],
  ["themes", "gathering"],
  ["quotes", "choosing"],
];

function stageOf(partial: object): GenerationStage {
  return stageBeginsWith.findLast(([field]) => field in partial)?.[1] ?? "comparing";
}

/**
 * Logs what an output used, never its content.
 * @throws EngineError if the model cannot have read everything: some servers cut a prompt without reporting it
 */
function noteAnswer(
  { request, settings, log, onUsage }: Call,
  usage: LanguageModelUsage | undefined,
  finish: string | undefined,
  formatError?: string,
): void {
  const { inputTokens: read = 0, outputTokens: written = 0 } = usage ?? {};
  const { model, price } = settings;
  const cost = price && dollarsOf(price, read, written);
  const message = formatError === undefined ? "model asked" : `model asked, ${formatError}`;
  log.info(
    {
      model,
      prompt_version: promptVersion,
      input_tokens: read,
      output_tokens: written,
      ...(cost !== undefined && { cost_usd: cost }),
      finish,
    },
    message,
  );
  if (read > 0) onUsage?.({ read, written, ...(cost !== undefined && { dollars: cost }) });
  if (read > 0 && read < countWords(request)) {
    const reason = `the model was given only a part of the answers: ${raiseContext}`;
    throw new EngineError(reason, undefined, "too_long");
  }
}

const dollarsOf = (price: { read: number; written: number }, read: number, written: number) =>
  Number(((read * price.read + written * price.written) / 1_000_000).toFixed(6));

/**
 * The words in a request. No tokenizer makes one token of two words, so a model that has read everything has read at
 * least this many tokens.
 */
function countWords({ instructions: system, messages }: Call["request"]): number {
  const texts = [system, ...messages.map(({ content }) => String(content))];
  return texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0), 0);
}

const providerCompanies = { openai: "OpenAI", anthropic: "Anthropic", google: "Google" };

function isOnThisServer({ provider, baseUrl }: ModelSettings): boolean {
  if (provider !== "openai-compatible") return false;
  return baseUrl === undefined || isLoopback(new URL(baseUrl).hostname);
}

/** Describes whose machines read the answers; appended to the model's name. */
function describeLocation(settings: ModelSettings): string {
  if (isOnThisServer(settings)) return "on this server";
  const { provider, baseUrl } = settings;
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  if (provider === "openai-compatible") return `at ${host}`;
  return host === undefined
    ? `by ${providerCompanies[provider]}`
    : `by ${providerCompanies[provider]}, through ${host}`;
}
