import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { AuthError } from "#server/access/auth-error.ts";
import type { Logger } from "#server/system/log.ts";

/** The `scope` of a request: the scopes that are always requested, and those that the client wants in addition. */
export function scopeOf(always: readonly string[], wanted: string | undefined): string {
  const names = [...always, ...(wanted?.split(/\s+/) ?? [])];
  return [...new Set(names)].filter((name) => name !== "").join(" ");
}

/** How long a provider may take to answer. */
export const providerTimeoutSeconds = 5;

/** The library's codes for wrong answers of a provider. Any other code means that the provider could not be reached. */
const wrongAnswers: ReadonlySet<string | undefined> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
]);

/**
 * Makes calls to a provider.
 * @throws AuthError provider_unavailable; bad_oauth_callback if the provider has refused the request or sent an invalid
 *   answer
 */
export async function callProvider<Answer>(
  log: Logger,
  { id, name }: { id: string; name: string },
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    // Only the message is logged, because the rest of the error may contain codes and tokens.
    const reason = error instanceof Error ? error.message : "unknown";
    log.warn({ provider: id, reason, code: codeOf(error) }, "a sign-in provider has failed");
    if (isWrongAnswer(error)) {
      throw notCompleted(name);
    }
    throw unavailable(name);
  }
}

export function notCompleted(name: string): AuthError {
  return new AuthError("bad_oauth_callback", {
    message: `${name} did not complete the sign-in. Please start again.`,
  });
}

export function unavailable(name: string): AuthError {
  return new AuthError("provider_unavailable", {
    message: `${name} cannot be reached right now. Please try again later, or sign in another way.`,
  });
}

function isWrongAnswer(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return true;
  if (error instanceof ResponseBodyError) return error.status < 500;
  return error instanceof ClientError && wrongAnswers.has(error.code);
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ResponseBodyError) return error.error;
  return error instanceof ClientError ? error.code : undefined;
}
