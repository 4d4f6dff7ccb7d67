import type { AuthError } from "#server/access/auth-error.ts";
import type { Logger } from "#server/system/log.ts";
import { type AuthContext, json, toAuthError } from "../http/wire.ts";

/** The errors with which calls of apps are answered (RFC 6749, 5.2, RFC 6750, 3.1, RFC 7591, 3.2.2 and RFC 8707, 2). */
export type OAuthErrorCode =
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
