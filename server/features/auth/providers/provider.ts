import type { SignInProvider } from "#server/config/sign-in-providers.ts";

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
