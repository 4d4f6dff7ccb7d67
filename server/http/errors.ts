import { DomainError, type ErrorBody, errorMessage, errorStatus } from "#contract/errors.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { isDiskFailure, isLostConnection } from "#server/db/errors.ts";
import type { Logger } from "#server/system/log.ts";
import { UnavailableError } from "#server/system/unavailable-error.ts";

/** The only mapping of thrown errors to responses under `/api`. Errors that are not broken rules are logged. */
export function toDomainError(error: unknown, log: Logger): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof AuthError) return authErrorAsDomainError(error);
  if (isLostConnection(error) || isDiskFailure(error)) {
    log.error({ err: error }, "the database or the disk is not available");
    return new DomainError("unavailable", { cause: error, retry_after_seconds: 5 });
  }
  if (error instanceof UnavailableError) {
    log.error({ err: error }, "a service that this needs is not available");
    return new DomainError("unavailable", { cause: error, retry_after_seconds: 5 });
  }
  log.error({ err: error }, "unexpected error");
  return new DomainError("internal", { cause: error });
}

export function errorResponse(error: DomainError, requestId: string): Response {
  const body: ErrorBody = {
    code: error.code,
    message: error.message || errorMessage(error.code),
    request_id: requestId,
    path: error.path,
  };
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (error.retry_after_seconds !== undefined) {
    headers.set("Retry-After", String(error.retry_after_seconds));
  }
  return Response.json(body, { status: errorStatus(error.code), headers });
}

function authErrorAsDomainError(error: AuthError): DomainError {
  if (error.code === "insufficient_aal") return new DomainError("insufficient_aal");
  if (error.code === "insufficient_scope") return new DomainError("insufficient_scope");
  if (error.status >= 500) {
    const { message, retry_after_seconds } = error;
    return new DomainError("unavailable", { message, retry_after_seconds, cause: error });
  }
  switch (error.code) {
    case "user_not_found":
      return new DomainError("session_not_found", { cause: error });
    case "bad_jwt":
    case "session_not_found":
    case "user_banned":
      return new DomainError(error.code, { cause: error });
    default:
      return new DomainError("signed_out", { cause: error });
  }
}
