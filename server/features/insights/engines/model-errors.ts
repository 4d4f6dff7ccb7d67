import { EngineError } from "../engine.ts";
import type { ModelSettings } from "./open-model.ts";

/** An output of the wrong form, for which the model can be asked again. */
export interface MalformedOutput {
  text: string;
  formatError: string;
}

/** A mode that a server does not support, so that it can be asked in another way. */
export interface UnsupportedMode {
  cannot: "use_schema" | "answer_so" | "finish_stream";
}

/** Statuses that mean "not in this way" rather than "not now" or "not you". */
const unsupportedMode = [400, 405, 415, 422, 501];
const contextWords =
  /context[ _-]?(?:length|size|window)|exceed_context|(?:input|prompt|request)\b.{0,60}\b(?:too long|exceeds)|too many tokens|n_ctx/i;
const schemaWords = /response_format|json_schema|json schema|structured output|grammar/i;

/** Throws if an output ended in a way that makes it useless. The finish reasons are the AI SDK's. */
export function assertComplete(finish: string | undefined, cause?: unknown): void {
  if (finish === "content-filter") throw new EngineError("a refusal by the model", cause);
  if (finish === "length") {
    throw new EngineError(
      `the answer was cut off at the limit of the model: ${raiseContext}`,
      cause,
      "too_long",
    );
  }
}

/**
 * Tells what can be done about an error of the AI SDK: have the form of the output corrected, or ask in another way.
 * @param reported what the server said, if a stream reports it separately
 * @throws EngineError if neither helps: the model refuses, takes too long, or its server reports another error
 */
export async function classifyError(
  settings: ModelSettings,
  error: unknown,
  reported: unknown = error,
): Promise<MalformedOutput | UnsupportedMode> {
  if (error instanceof EngineError) throw error;
  const { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } = await import(
    "ai"
  );
  if (NoObjectGeneratedError.isInstance(error)) {
    assertComplete(error.finishReason, error);
    if (error.finishReason === "error") return { cannot: "answer_so" };
    return { text: error.text ?? "", formatError: describeFormat(error.cause) };
  }
  if (error instanceof Error && error.name === "TimeoutError") {
    throw new EngineError(
      "no answer in time: a smaller model or a faster machine is needed, or more time in INSIGHTS_TIMEOUT_SECONDS",
      error,
      "slow",
    );
  }
  const last = RetryError.isInstance(reported) ? reported.lastError : reported;
  if (NoOutputGeneratedError.isInstance(last)) return { cannot: "answer_so" };
  if (!APICallError.isInstance(last)) throw error;
  const { statusCode: status, responseBody = "" } = last;
  if (status === 200) return { cannot: "answer_so" };
  if (status === 400 || status === 413 || status === 500) {
    if (contextWords.test(responseBody)) {
      const reason = `status ${status}: the answers are longer than the model can read: ${raiseContext}`;
      throw new EngineError(reason, error, "too_long");
    }
  }
  if (status !== undefined && unsupportedMode.includes(status)) {
    return { cannot: schemaWords.test(responseBody) ? "use_schema" : "answer_so" };
  }
  throw new EngineError(describeStatus(settings, status), error, "unavailable");
}

export const raiseContext =
  "raise its context (OLLAMA_CONTEXT_LENGTH of Ollama, --ctx-size of llama-server)";

/** Describes what a status means here, and what to do about it. */
function describeStatus({ model, baseUrl }: ModelSettings, status: number | undefined): string {
  const place = baseUrl === undefined ? "the provider" : new URL(baseUrl).host;
  switch (status) {
    case undefined:
      return `no connection to ${place}: is the server of the model running, and is INSIGHTS_BASE_URL right?`;
    case 401:
    case 403:
      return `status ${status}: ${place} refuses the key in INSIGHTS_API_KEY`;
    case 404:
      return `status 404: ${place} does not know the model ${model}. Pull it (Ollama: ollama pull ${model}), or correct INSIGHTS_MODEL or INSIGHTS_BASE_URL, which ends in /v1`;
    case 503:
      return `status 503: ${place} is busy, or still loads the model: try again in a minute`;
    case 429:
      return `status 429: ${place} is busy, or its quota is used up`;
    default:
      return `status ${status}: ${place} failed; its own log may say why`;
  }
}

/**
 * Describes what was wrong with the form, without the content: in the conversation, the output itself comes before
 * this.
 */
function describeFormat(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  const message = inner instanceof Error ? inner.message : "it is not the JSON asked for";
  return message.slice(0, 1000);
}
