import type { LanguageModelUsage, ModelMessage, NoObjectGeneratedError } from "ai";
import type { GenerationStage } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { isLoopback } from "#server/config/loopback.ts";
import type { Logger } from "#server/system/log.ts";
import { type DraftingEngine, draftSchema, EngineError, type InsightsDraft } from "../engine.ts";
import {
  assertCorrectable,
  createTooLongError,
  RefusedRequest,
  toEngineError,
} from "./model-errors.ts";
import { type ModelSettings, openModel } from "./open-model.ts";
import { answerForm, describeReading, instructions, promptVersion } from "./prompt.ts";

interface Options {
  /** The longest pause between parts of an output that has begun. */
  idleMs?: number;
  /** Receives the tokens that each output used, if the server reports them. */
  onUsage?: (used: { read: number; written: number }) => void;
}

type OnStage = (stage: GenerationStage) => Promise<void>;

/** An engine that uses a model behind an API. Its packages are loaded on first use. */
export function createModelEngine(
  settings: ModelSettings,
  log: Logger,
  { idleMs = 30_000, onUsage }: Options = {},
): DraftingEngine {
  const place = describePlace(settings);
  // Not every OpenAI-compatible server can keep to a schema. One that refused a request with it gets none any more.
  let acceptsSchema = settings.provider === "openai-compatible";

  async function ask(
    messages: ModelMessage[],
    onStage: OnStage,
    abortSignal = AbortSignal.timeout(settings.timeoutMs),
  ): Promise<InsightsDraft | NoObjectGeneratedError> {
    const withSchema = acceptsSchema;
    const call = { settings, withSchema, messages, abortSignal, idleMs, log, onUsage };
    try {
      return await follow(call, onStage);
    } catch (error) {
      const failure = await toEngineError(settings, error);
      if (!(withSchema && failure instanceof RefusedRequest)) throw failure;
      acceptsSchema = false;
      return ask(messages, onStage, abortSignal);
    }
  }

  return {
    kind: "model",
    name: settings.model,
    use: { model: `${settings.model} ${place ?? "on this server"}` },
    processor: place ?? thisServer,
    prompt_version: promptVersion,
    // An output of the wrong form is corrected once.
    longestMs: 2 * settings.timeoutMs,
    async generate(reading, onStage) {
      const question: ModelMessage = { role: "user", content: describeReading(reading) };
      const first = await ask([question], onStage);
      if (!(first instanceof Error)) return first;
      const correction = `That does not have the form that was asked for: ${describeFormat(first.cause)}\nAnswer again, in that form and nothing else.`;
      const second = await ask(
        [
          question,
          { role: "assistant", content: first.text || "(nothing)" },
          { role: "user", content: correction },
        ],
        onStage,
      );
      if (!(second instanceof Error)) return second;
      throw new EngineError("a wrong form, twice: this model may be too small for the task");
    },
  };
}

interface Call extends Options {
  settings: ModelSettings;
  withSchema: boolean;
  messages: ModelMessage[];
  abortSignal: AbortSignal;
  log: Logger;
}

/**
 * Requests the output and follows it as it streams. Returns the error if it has a wrong form, which can be corrected.
 * @throws EngineError, and what the AI SDK or `onStage` throws
 */
async function follow(
  call: Call,
  onStage: OnStage,
): Promise<InsightsDraft | NoObjectGeneratedError> {
  const { settings, withSchema, messages, abortSignal, idleMs } = call;
  const { NoObjectGeneratedError, Output, streamText } = await import("ai");
  let stage: GenerationStage = "comparing";
  await onStage(stage);
  let reported: unknown;
  const result = streamText({
    model: await openModel(settings, withSchema),
    instructions: describeTask(settings),
    messages,
    output: Output.object({ schema: draftSchema, name: "insights" }),
    maxRetries: 1,
    abortSignal,
    timeout: { chunkMs: idleMs },
    onError({ error }) {
      reported = error;
    },
  });
  try {
    for await (const partial of result.partialOutputStream) {
      const reached = findStage(partial);
      if (reached !== stage) await onStage(reached);
      stage = reached;
    }
    const draft = await result.output;
    noteAnswer(call, await result.usage, await result.finishReason);
    return draft;
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw reported ?? error;
    noteAnswer(call, error.usage, error.finishReason, ", it has a wrong form");
    assertCorrectable(error.finishReason);
    return error;
  }
}

/** Servers of other makes may ignore the schema without reporting it. */
const describeTask = ({ provider }: ModelSettings) =>
  provider === "openai-compatible" ? `${instructions}\n\n${answerForm}` : instructions;

/** Fields of a draft in their order, with the stage that begins when the model writes them. */
const stageBeginsWith: readonly (readonly [keyof InsightsDraft, GenerationStage])[] = [
  ["sentiment", "summarizing"],
  ["themes", "gathering"],
  ["quotes", "choosing"],
];

const findStage = (partial: object) =>
  stageBeginsWith.findLast(([field]) => field in partial)?.[1] ?? "comparing";

/** Tells the model what was wrong with the form. The output itself comes before this in the conversation. */
function describeFormat(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  const message = inner instanceof Error ? inner.message : "it is not the JSON asked for";
  return message.slice(0, 1000);
}

/**
 * Logs what an output used, never its content.
 * @throws EngineError if the model cannot have read everything: some servers cut a prompt without reporting it
 */
function noteAnswer(
  { settings, messages, log, onUsage }: Call,
  usage: LanguageModelUsage | undefined,
  finish: string | undefined,
  fault = "",
): void {
  const { inputTokens: read = 0, outputTokens: written = 0 } = usage ?? {};
  log.info(
    {
      model: settings.model,
      prompt_version: promptVersion,
      input_tokens: read,
      output_tokens: written,
      finish,
    },
    `model asked${fault}`,
  );
  if (read === 0) return;
  onUsage?.({ read, written });
  // No tokenizer makes one token of two words, so a model that has read everything reports this many at least.
  const texts = [describeTask(settings), ...messages.map(({ content }) => String(content))];
  const words = texts.join(" ").match(/[\p{L}\p{M}]+/gu) ?? [];
  if (read < words.length)
    throw createTooLongError("the model was given only a part of the answers");
}

const providerCompanies = { openai: "OpenAI", anthropic: "Anthropic", google: "Google" };

/** Describes whose machines read the answers; undefined: this server's own. */
function describePlace({ provider, baseUrl }: ModelSettings): string | undefined {
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  if (provider === "openai-compatible") {
    return host === undefined || isLoopback(host) ? undefined : `at ${host}`;
  }
  const company = `by ${providerCompanies[provider]}`;
  return host === undefined ? company : `${company}, through ${host}`;
}
