import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { limits } from "#contract/limits.ts";
import { isStorableText, toLine } from "#contract/values/plain-text.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { SignInProvider } from "#server/config/sign-in-providers.ts";
import type { Logger } from "#server/system/log.ts";

/** What a provider says about a person who has signed in there. */
export interface ProviderPerson {
  provider: SignInProvider["id"];
  /** The person's id at the provider, which never changes and is never given to anyone else. */
  subject: string;
  issuer: string;
  /** The address, spelled as in accounts; undefined if the provider gives no valid address. */
  email: string | undefined;
  /** Whether the provider has verified that the address belongs to the person, and its claim about this is trusted. */
  is_email_verified: boolean;
  full_name: string | undefined;
  user_name: string | undefined;
}

/** The provider's own tokens, for the client that asked. They are never stored unencrypted. */
export interface ProviderTokens {
  provider_token?: string | undefined;
  provider_refresh_token?: string | undefined;
}

/** The values with which a sign-in at a provider is begun and finished. */
export interface ProviderRequest {
  state: string;
  verifier: string;
  nonce: string;
}

/**
 * A service whose accounts sign people in here. Its methods call other servers, so they are not called inside a
 * transaction.
 */
export interface Provider {
  readonly id: SignInProvider["id"];
  readonly name: string;
  /**
   * The address at which people sign in.
   * @param further parameters that only the provider knows
   * @throws AuthError provider_unavailable
   */
  begin(
    request: ProviderRequest,
    given: { scopes: string | undefined; further: Readonly<Record<string, string>> },
  ): Promise<URL>;
  /**
   * The person who has signed in.
   * @param answer the parameters that the provider sent back
   * @throws AuthError provider_unavailable; bad_oauth_callback for an invalid answer
   */
  finish(
    request: ProviderRequest,
    answer: ReadonlyMap<string, string>,
  ): Promise<{ person: ProviderPerson; tokens: ProviderTokens }>;
  /**
   * The person of an id token. The method is missing if the provider makes no id tokens.
   * @param nonce the nonce, before it was hashed for the request of the token
   * @throws AuthError provider_unavailable; bad_oauth_callback for an invalid token
   */
  readIdToken?(idToken: string, nonce: string | undefined): Promise<ProviderPerson>;
}

/** The `scope` of a request: the scopes that are always requested, and those that the client wants in addition. */
export function joinScopes(always: readonly string[], wanted: string | undefined): string {
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
    log.warn(
      { provider: id, reason, code: findOAuthErrorCode(error) },
      "a sign-in provider has failed",
    );
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

function findOAuthErrorCode(error: unknown): string | undefined {
  if (error instanceof ResponseBodyError) return error.error;
  return error instanceof ClientError ? error.code : undefined;
}

/** A name that a provider gave, as one line that is not longer than names may be; undefined if it is not a name. */
export function readName(value: unknown): string | undefined {
  if (typeof value !== "string" || !isStorableText(value)) return undefined;
  const line = [...toLine(value)].slice(0, limits.nameCharacters).join("");
  return line === "" ? undefined : line;
}
