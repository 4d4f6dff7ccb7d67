import { DomainError } from "#contract/errors.ts";
import { isStorableText } from "#contract/values/plain-text.ts";
import type { AuthError } from "#server/access/auth-error.ts";
import { readBody } from "#server/http/read-body.ts";
import type { Logger } from "#server/system/log.ts";
import { type AuthContext, json, toAuthError } from "../http/wire.ts";

const bodyBytes = 64 * 1024;
const characters = 4096;

/** The parameters of a call. Empty ones count as absent (RFC 6749, 3.1). */
export type Parameters = ReadonlyMap<string, string>;

/** @throws OAuthError invalid_request for a parameter that is repeated, too long, or not a text */
export function readQuery(c: AuthContext): Parameters {
  return readPairs(new URL(c.req.url).searchParams);
}

/** The parameters of a posted form, or of a JSON object. @throws OAuthError invalid_request */
export async function readBodyParameters(c: AuthContext): Promise<Parameters> {
  const text = new TextDecoder().decode(
    await readBody(c.req.raw, bodyBytes).catch((cause) => {
      if (!(cause instanceof DomainError)) throw cause;
      throw new OAuthError("invalid_request", "That is too large to send.", { status: 413, cause });
    }),
  );
  const type = c.req.header("content-type") ?? "";
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return readPairs(new URLSearchParams(text));
  }
  if (/^application\/json\s*(;|$)/i.test(type)) return readPairs(Object.entries(parseObject(text)));
  throw new OAuthError("invalid_request", "The body must be a form or a JSON object.");
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new OAuthError("invalid_request", "The body is not a JSON object.", { cause });
  }
  throw new OAuthError("invalid_request", "The body is not a JSON object.");
}

function readPairs(pairs: Iterable<[string, unknown]>): Parameters {
  const read = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value === "" || value === null) continue;
    if (typeof value !== "string" || value.length > characters || !isStorableText(value)) {
      throw new OAuthError("invalid_request", `${name} is not valid.`);
    }
    if (read.has(name)) throw new OAuthError("invalid_request", `${name} is there twice.`);
    read.set(name, value);
  }
  return read;
}

/** @throws OAuthError invalid_request if it is absent */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `${name} is required.`);
  return value;
}

/** The errors with which calls of apps are answered (RFC 6749, 5.2, RFC 6750, 3.1, RFC 7591, 3.2.2 and RFC 8707, 2). */
type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unauthorized_client"
  | "temporarily_unavailable"
  | "server_error";

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly retry_after_seconds: number | undefined;

  constructor(
    code: OAuthErrorCode,
    message: string,
    options: { status?: number; retry_after_seconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "OAuthError";
    this.code = code;
    this.status = options.status ?? 400;
    this.retry_after_seconds = options.retry_after_seconds;
  }
}

/** Answers a call of an app, and converts anything that is thrown to an OAuth error. */
export async function answerApp(
  c: AuthContext,
  log: Logger,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    const error = thrown instanceof OAuthError ? thrown : toOAuthError(toAuthError(thrown, log));
    const headers = new Headers({ Pragma: "no-cache" });
    if (error.retry_after_seconds !== undefined) {
      headers.set("Retry-After", String(error.retry_after_seconds));
    }
    const usedBasic = /^basic /i.test(c.req.header("authorization") ?? "");
    const isUnauthenticated = error.code === "invalid_client" && usedBasic;
    if (isUnauthenticated) headers.set("WWW-Authenticate", 'Basic realm="paraline"');
    return json(
      { error: error.code, error_description: error.message },
      isUnauthenticated ? 401 : error.status,
      headers,
    );
  }
}

function toOAuthError(error: AuthError): OAuthError {
  const { status, message, retry_after_seconds } = error;
  const isLater = status === 429 || status === 503;
  const code = isLater
    ? "temporarily_unavailable"
    : status >= 500
      ? "server_error"
      : "invalid_request";
  return new OAuthError(code, message, { status, retry_after_seconds, cause: error });
}
