import { EngineError } from "../engine.ts";
import type { ModelSettings } from "./open-model.ts";

/** A server refused the request as it was made, so that it may accept a simpler one. */
export class RefusedRequest extends EngineError {}

/** Statuses that mean "not in this way" rather than "not now" or "not you". */
const refusals = [400, 405, 415, 422, 501];
const tooLong = [400, 413, 500];
const contextWords =
  /context[ _-]?(?:length|size|window)|exceed_context|(?:input|prompt|request)\b.{0,60}\b(?:too long|exceeds)|too many tokens|n_ctx/i;
const raiseContext =
  "raise its context (OLLAMA_CONTEXT_LENGTH of Ollama, --ctx-size of llama-server)";
const brokenOff = "the answer broke off, or none was streamed: can this server stream?";

/** The error for answers that are longer than the model can read or write. */
export const createTooLongError = (what: string, cause?: unknown) =>
  new EngineError(`${what}: ${raiseContext}`, cause, "too_long");

/** @throws EngineError if an output without a draft ended in a way that no correction of its form can help */
export function assertCorrectable(finish: string | undefined): void {
  if (finish === "content-filter") throw new EngineError("a refusal by the model");
  if (finish === "length") {
    throw createTooLongError("the answer was cut off at the limit of the model");
  }
  if (finish === "error") throw new EngineError(brokenOff, undefined, "unavailable");
}

/** The EngineError that an error of the AI SDK means. Any other error is returned as it is. */
export async function toEngineError(settings: ModelSettings, error: unknown): Promise<unknown> {
  const { AISDKError, APICallError, RetryError } = await import("ai");
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (last instanceof Error && last.name === "TimeoutError") {
    const advice = "a smaller model or a faster machine is needed, or more time in";
    return new EngineError(`no answer in time: ${advice} INSIGHTS_TIMEOUT_SECONDS`, error, "slow");
  }
  if (!APICallError.isInstance(last)) {
    return AISDKError.isInstance(last) ? new EngineError(brokenOff, error, "unavailable") : error;
  }
  const { statusCode: status, responseBody = "" } = last;
  const hasStatus = (statuses: readonly number[]) =>
    status !== undefined && statuses.includes(status);
  if (hasStatus(tooLong) && contextWords.test(responseBody)) {
    return createTooLongError(
      `status ${status}: the answers are longer than the model can read`,
      error,
    );
  }
  const Failure = hasStatus(refusals) ? RefusedRequest : EngineError;
  return new Failure(describeStatus(settings, status), error, "unavailable");
}

/** Describes what a status means here, and what to do about it. */
function describeStatus({ model, baseUrl }: ModelSettings, status: number | undefined): string {
  const place = baseUrl === undefined ? "the provider" : new URL(baseUrl).host;
  switch (status) {
    case undefined:
      return `no connection to ${place}: is the server of the model running, and is INSIGHTS_BASE_URL right?`;
    case 200:
      return brokenOff;
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
